"""The fuzzer on one target: a run, and its results.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import re
import shutil
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

EMULATOR = 'qemu-fuzz-x86_64'
PREFIX = 'nv-'

# An input that takes as long as this, in s, is a finding: QEMU hangs.
PATIENCE = 10

# Bytes of an input
LONGEST = 1024

# QEMU keeps much memory up to its end, and doesn't free it.
SANITIZERS = {
    'ASAN_OPTIONS': 'detect_leaks=0:allocator_may_return_null=1',
    'UBSAN_OPTIONS': 'halt_on_error=1:print_stacktrace=1',
}

# Weighing inputs by how rare is what they reach ("entropic") takes longer than
# executing them.
FLAGS = [f'-timeout={PATIENCE}', f'-max_len={LONGEST}', '-rss_limit_mb=3072',
         '-print_final_stats=1', '-reload=0', '-entropic=0']

# What a report of a sanitizer or of libFuzzer begins with
REPORT = re.compile(r'^(SUMMARY: .*|.*: runtime error: .*|==\d+== ?ERROR: .*'
                    r'|.*Assertion .* failed.*|.*g_assert.*)$', re.M)


class MergeError(Exception):
    """Inputs could not be merged: an input is harmful, or there is none."""


class Processes:
    """The programs that run, so that they can be ended together."""

    def __init__(self):
        self.lock = threading.RLock()
        self.running = set()
        self.stopped = False

    def run(self, command, **how):
        """Returns the exit status; nothing is started once all were ended."""
        with self.lock:
            if self.stopped:
                return None
            # pylint: disable=consider-using-with
            process = subprocess.Popen(command, **how)
            self.running.add(process)
        try:
            return process.wait()
        finally:
            with self.lock:
                self.running.discard(process)

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.kill()


PROCESSES = Processes()


@dataclass
class Run:
    """The result of a run."""
    target: str
    executions: int = 0
    edges: int = 0
    inputs: int = 0
    seconds: float = 0
    findings: list = field(default_factory=list)


def targets(emulator):
    """The names of the targets that are ours."""
    done = subprocess.run([emulator], capture_output=True, text=True,
                          timeout=60, check=False)
    return sorted(re.findall(rf' \* {PREFIX}(\S+) ', done.stdout))


def environment():
    """A user's options of the sanitizers come after ours."""
    env = dict(os.environ)
    for name, options in SANITIZERS.items():
        more = env.get(name)
        env[name] = f'{options}:{more}' if more else options
    return env


class Fuzzer:
    """Runs the targets of an emulator."""

    def __init__(self, emulator, directory):
        self.emulator = emulator
        self.directory = Path(directory)
        self.directory.mkdir(parents=True, exist_ok=True)

    def call(self, target, flags, folders):
        """Execute the fuzzer; returns whether all was well, and its words."""
        log = self.directory / f'{target}.log'
        command = [str(self.emulator), f'--fuzz-target={PREFIX}{target}',
                   *FLAGS, f'-artifact_prefix={self.directory}/{target}-',
                   *flags, *map(str, folders)]
        with open(log, 'wb') as file:
            status = PROCESSES.run(command, stdout=subprocess.DEVNULL,
                                   stderr=file, env=environment(),
                                   stdin=subprocess.DEVNULL)
        return status == 0, log.read_text('utf-8', 'replace')

    def findings(self, text):
        """What libFuzzer has written down: [(file, what is wrong)]."""
        what = REPORT.search(text)
        return [(file, what.group(0) if what else 'QEMU ended')
                for file in re.findall(r'Test unit written to (\S+)', text)]

    def fuzz(self, target, seconds, folders, flags=(), stop=False):
        """
        Fuzz for some time, but at least once; new inputs go to the first
        folder.  What is found doesn't end it unless @stop is set.
        """
        run = Run(target)
        begin = time.monotonic()
        left = seconds
        while True:
            # libFuzzer takes 0 for no limit.
            well, text = self.call(
                target, [f'-max_total_time={max(int(left), 1)}', *flags],
                folders)
            done = re.findall(r'stat::number_of_executed_units: *(\d+)', text)
            last = re.findall(r'^#(\d+)\s.*? cov: (\d+)', text, re.M)
            run.executions += int(done[-1] if done else
                                  last[-1][0] if last else 0)
            if last:
                run.edges = max(run.edges, int(last[-1][1]))
            found = self.findings(text)
            if not well and not PROCESSES.stopped:
                run.findings += found or [(None, text[-2000:])]
            left = seconds - (time.monotonic() - begin)
            if (well or stop or not found or left < 1 or
                    PROCESSES.stopped):
                break
        run.seconds = time.monotonic() - begin
        run.inputs = sum(1 for _ in Path(folders[0]).iterdir())
        return run

    def merge(self, target, folders):
        """
        Execute all inputs, the smallest first; returns those that reach
        something that smaller ones don't: [(how much, file)], most first.
        """
        control = self.directory / f'{target}.merge'
        fresh = self.directory / f'{target}.merged'
        control.unlink(missing_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        well, text = self.call(target, ['-merge=1',
                                        f'-merge_control_file={control}'],
                               [fresh, *folders])
        shutil.rmtree(fresh)
        if not well:
            found = self.findings(text)
            raise MergeError(f'{found[0][1]}: {found[0][0]}' if found else
                             (text.strip() or 'QEMU ended').splitlines()[-1])
        inputs = read_control(control.read_text('utf-8'))
        if not inputs:
            raise MergeError('no input reaches anything')
        return inputs


def read_control(text):
    """
    What libFuzzer writes while it merges: the number of files, that of those
    which stay anyway, the files, and then lines "FT number feature ...".
    """
    lines = text.splitlines()
    count = int(lines[0])
    files = lines[2:2 + count]
    found = []
    for line in lines[2 + count:]:
        words = line.split()
        if words[0] == 'FT' and len(words) > 2:
            found.append((len(words) - 2, Path(files[int(words[1])])))
    return sorted(found, key=lambda pair: (-pair[0], pair[1].name))
