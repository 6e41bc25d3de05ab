"""The inputs' coverage of the model, in lines and branches.

An emulator whose part of the model counts is linked beside the build's, with
clang's own counters, and executes all inputs once.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import json
import os
import shutil
import subprocess

from .fuzzer import PREFIX, PROCESSES, environment

FLAGS = ['-fprofile-instr-generate', '-fcoverage-mapping']


def tool(name):
    """llvm-cov and llvm-profdata, which have clang's version in their name."""
    for candidate in (name, *(f'{name}-{n}' for n in range(30, 11, -1))):
        if shutil.which(candidate):
            return candidate
    raise FileNotFoundError(f'{name} is needed: it comes with llvm')


def counting_emulator(builder, directory, jobs):
    """An emulator that counts."""
    return builder.whole('counting', FLAGS, directory, jobs)


def count(emulator, target, folders, directory):
    """
    Execute the inputs of a target; returns the file of their counts, or None:
    it is written at the end, which a harmful input doesn't let come.
    """
    profile = directory / f'{target}.profraw'
    profile.unlink(missing_ok=True)
    env = environment()
    env['LLVM_PROFILE_FILE'] = str(profile)
    PROCESSES.run([str(emulator), f'--fuzz-target={PREFIX}{target}',
                   '-runs=0', *map(str, folders)], env=env,
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                  stdin=subprocess.DEVNULL)
    return profile if profile.exists() else None


def report(emulator, profiles, directory, top):
    """
    Write an HTML page of what is reached, and return the totals:
    {'lines': (reached, all), 'branches': (reached, all)}.
    """
    merged = directory / 'all.profdata'
    subprocess.run([tool('llvm-profdata'), 'merge', '-sparse', '-o', merged,
                    *profiles], check=True)
    sources = [str(path) for path in sorted((top / 'hw/nv').glob('**/*.c'))]
    which = [f'-instr-profile={merged}', str(emulator)]
    said = subprocess.run([tool('llvm-cov'), 'export', '-summary-only',
                           *which], capture_output=True, text=True,
                          check=True).stdout
    totals = {'lines': [0, 0], 'branches': [0, 0]}
    for file in json.loads(said)['data'][0]['files']:
        if '/hw/nv/' in file['filename'] and file['filename'].endswith('.c'):
            for kind, numbers in totals.items():
                numbers[0] += file['summary'][kind]['covered']
                numbers[1] += file['summary'][kind]['count']
    subprocess.run([tool('llvm-cov'), 'show', '-format=html',
                    f'-output-dir={directory / "html"}',
                    '-show-branches=count', *which, *sources],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False, env=os.environ)
    return {kind: tuple(numbers) for kind, numbers in totals.items()}
