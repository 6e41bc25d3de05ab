# How Sphinx builds these pages: "ninja -C build nv-docs".
#
# SPDX-License-Identifier: GPL-2.0-or-later

import posixpath

from docutils import nodes
from sphinx.util import logging

project = 'Fauxveau'
project_copyright = 'the Fauxveau developers'
root_doc = 'index'
html_theme = 'alabaster'
html_theme_options = {
    'description': 'NVIDIA graphics cards for developers of drivers',
    'page_width': '70em',
    'fixed_sidebar': True,
}
html_show_sourcelink = False

# As in QEMU's docs/defs.rst.inc
rst_epilog = '.. |qemu_system_x86| replace:: qemu-system-x86_64\n'

logger = logging.getLogger(__name__)


def lead_to_pages(app, doctree, docname):
    """Have links to files, as forges follow them, lead to their pages."""
    for link in doctree.findall(nodes.reference):
        uri, _, anchor = link.get('refuri', '').partition('#')
        if ':' in uri or not uri.endswith('.rst'):
            continue
        page = posixpath.normpath(posixpath.join(posixpath.dirname(docname),
                                                 uri.removesuffix('.rst')))
        if page not in app.env.found_docs:
            logger.warning('there is no page %s', uri, location=link)
            continue
        link['refuri'] = (app.builder.get_relative_uri(docname, page) +
                          (f'#{anchor}' if anchor else ''))


def setup(app):
    app.connect('doctree-resolved', lead_to_pages)
    return {'parallel_read_safe': True, 'parallel_write_safe': True}
