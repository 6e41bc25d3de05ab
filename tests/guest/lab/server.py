"""A LAVA server, by its interface for programs (REST, version 0.2).

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request

from harness.errors import GuestError, HostError

API = 'api/v0.2/'
# Seconds for an answer, for a server that is away, and between two attempts
LIMIT = 60
PATIENCE = 600
PAUSE = 5

# What says that a server, or what is before it, isn't there for a while
AWAY = 502, 503, 504


def said(error):
    """What a server says of an error, in a line."""
    text = error.read().decode('utf-8', 'replace')
    try:
        answer = json.loads(text)
    except ValueError:
        return f'{error.code} {error.reason}'
    return ', '.join(f'{name}: {text}' for name, text in answer.items()
                     ) if isinstance(answer, dict) else str(answer)


class Server:
    """A server, and the TOKEN of one of its users.

    One that is away is asked again for PATIENCE seconds.
    """

    def __init__(self, url, token, patience=PATIENCE, pause=PAUSE):
        self.url = url.rstrip('/') + '/'
        self.token = token
        self.patience = patience
        self.pause = pause

    def ask(self, path, data=None):
        """The answer to a request, which posts DATA if there is some."""
        headers = {'Authorization': f'Token {self.token}'}
        body = None
        if data is not None:
            body = json.dumps(data).encode()
            headers['Content-Type'] = 'application/json'
        request = urllib.request.Request(
            urllib.parse.urljoin(self.url, API + path), body, headers)
        end = time.monotonic() + self.patience
        while True:
            try:
                with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                    return answer.read()
            except urllib.error.HTTPError as error:
                why = said(error)
                if error.code not in AWAY:
                    raise GuestError(f'{self.url}{API}{path}: {why}') from None
            except OSError as error:
                why = str(getattr(error, 'reason', error))
            # What is posted may have come through
            if body is not None or time.monotonic() > end:
                raise HostError(f'{self.url}: {why}')
            time.sleep(self.pause)

    def get(self, path):
        """What there is at a path."""
        answer = self.ask(path)
        try:
            return json.loads(answer)
        except ValueError:
            raise GuestError(f'{self.url}{API}{path} is no JSON: this is no '
                             'server of LAVA\'s') from None

    def all(self, path):
        """What there is at a path that comes in pages."""
        found = []
        while path:
            page = self.get(path)
            found += page['results']
            # A server behind another may not know what it is called
            path = (page['next'] or '').partition(API)[2]
        return found

    def has(self, path):
        """Whether there is something at a path."""
        try:
            return self.get(path)
        except GuestError as error:
            if isinstance(error, HostError):
                raise
            return None

    # Jobs

    def submit(self, definition):
        """Submit a job; returns its number."""
        return json.loads(self.ask('jobs/', {'definition': definition})
                          )['job_ids'][0]

    def job(self, number):
        return self.get(f'jobs/{number}/')

    def cancel(self, number):
        self.ask(f'jobs/{number}/cancel/')

    def log(self, number):
        """What a job has said so far; nothing before it has begun."""
        try:
            return self.ask(f'jobs/{number}/logs/').decode('utf-8', 'replace')
        except HostError:
            raise
        except GuestError:
            return ''

    def cases(self, number):
        """The test cases of a job, those of LAVA's own steps as well."""
        return self.all(f'jobs/{number}/tests/')

    # Machines

    def workers(self):
        """The state of each worker, by name."""
        return {worker['hostname']: worker['state']
                for worker in self.all('workers/')}

    def places(self):
        """The worker of each device, by name."""
        return {device['hostname']: device['worker_host']
                for device in self.all('devices/')}
