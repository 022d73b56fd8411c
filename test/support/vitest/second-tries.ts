import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names at the end of a run the tests that passed at a second try only, with why the first one failed: each
 * is a race, in the test or in the product.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap(linesOf);
    if (lines.length === 0) return;
    process.stdout.write(`\nPassed at the second try only:\n${lines.join('\n')}\n`);
  }
}

function linesOf({ children, relativeModuleId }: TestModule): string[] {
  const flaky = [...children.allTests('passed')].filter((test) => test.diagnostic()?.flaky === true);
  return flaky.map((test) => {
    const why = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no error was reported';
    return `  ${relativeModuleId} > ${test.fullName}: ${why}`;
  });
}
