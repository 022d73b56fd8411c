import type { Reporter, TestModule } from 'vitest/node';

/** The run fails if at least this many tests needed a second try. */
export const TOO_MANY = 3;

/** The used parts of a test file's results. */
export interface TriedFile {
  relativeModuleId: string;
  children: {
    allTests(state: 'passed'): Iterable<{
      fullName: string;
      diagnostic(): { flaky: boolean } | undefined;
      result(): { errors?: readonly { message: string; stack?: string }[] | undefined };
    }>;
  };
}

/**
 * Prints the tests that passed at the second try, with the first error. For fast-check it contains the seed,
 * the path and the counterexample.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { report, isTooMany } = secondTries(modules);
    process.stdout.write(report);
    if (isTooMany) process.exitCode = 1;
  }
}

/** The report of tests that needed a second try, and whether they fail the run. */
export function secondTries(files: readonly TriedFile[]): { report: string; isTooMany: boolean } {
  const tests = files.flatMap(({ relativeModuleId, children }) =>
    [...children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => `  ${relativeModuleId} > ${test.fullName}\n${errorOf(test.result().errors?.[0])}`),
  );
  if (tests.length === 0) return { report: '', isTooMany: false };
  const isTooMany = tests.length >= TOO_MANY;
  const verdict = isTooMany ? `\n${tests.length} second tries: the run has failed.\n` : '';
  return { report: `\nPassed at the second try only:\n${tests.join('\n')}\n${verdict}`, isTooMany };
}

function errorOf(error: { message: string; stack?: string } | undefined): string {
  const text = error === undefined ? 'no error was reported' : (error.stack ?? error.message);
  const whole = error !== undefined && !text.includes(error.message) ? `${error.message}\n${text}` : text;
  return whole.replaceAll(/^/gm, '    ');
}
