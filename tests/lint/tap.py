#
# Run the unittest cases of a program and print the results as TAP.
#
# SPDX-License-Identifier: GPL-2.0-or-later

import sys
import unittest
from pathlib import Path

# What cases belong to
FOLDER = Path(sys.argv[0]).resolve().parent.name


class TapResult(unittest.TestResult):
    """Print each case as it ends, under the sentence that it tests."""

    count = 0

    def startTest(self, test):
        super().startTest(test)
        self.wrong = []

    def print_case(self, ok, test, directive=''):
        self.count += 1
        sentence = (test.shortDescription() or test.id()).replace(' ', '-')
        print(f'{ok} {self.count} /{FOLDER}/{type(test).__name__.lower()}/'
              f'{sentence}{directive}', flush=True)

    def print_failure(self, test, trace):
        self.print_case('not ok', test)
        print('\n'.join(f'#   {line}' for line in trace.splitlines()),
              flush=True)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            trace = self._exc_info_to_string(err, test)
            self.wrong.append(f'{subtest}\n{trace}')

    def stopTest(self, test):
        if self.wrong:
            self.print_failure(test, '\n'.join(self.wrong))
        super().stopTest(test)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.print_case('ok', test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.print_case('ok', test, f' # SKIP {reason}')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.print_failure(test, self.failures[-1][1])

    def addError(self, test, err):
        super().addError(test, err)
        self.print_failure(test, self.errors[-1][1])


def run_tests():
    """Run the cases of the main module and return an exit status."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules['__main__'])
    print(f'1..{suite.countTestCases()}')
    result = TapResult()
    suite.run(result)
    return 0 if result.wasSuccessful() else 1
