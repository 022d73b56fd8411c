import fc from 'fast-check';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { secondTries, type TriedFile } from '../support/vitest/second-tries.ts';

const tried = (fullName: string, flaky: boolean, error: Error): TriedFile => ({
  relativeModuleId: 'test/race.test.ts',
  children: {
    allTests: () => [{ fullName, diagnostic: () => ({ flaky }), result: () => ({ errors: [error] }) }],
  },
});
const lost = (name: string) => tried(name, true, new Error('expected 1\nto be 2'));

/** The error of a property that is false. */
function counterexample(): Error {
  try {
    fc.assert(fc.property(fc.integer(), (n) => n < 9));
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The property is true.');
}

test('a test that needed a second try is printed with its whole first error', () => {
  const { report, isTooMany } = secondTries([
    lost('a race > is lost once'),
    tried('is won', false, new Error()),
  ]);
  expect(report).toContain('test/race.test.ts > a race > is lost once');
  expect(report).toContain('expected 1\n    to be 2');
  expect(report).not.toContain('is won');
  expect(isTooMany).toBe(false);
});

test('a property is printed with its seed, its path and the counterexample', () => {
  const { report } = secondTries([tried('holds', true, counterexample())]);
  expect(report).toMatch(/seed: -?\d+, path: "[\d:]+"/);
  expect(report).toContain('Counterexample: [9]');
});

test('the third second try fails the run', () => {
  const three = ['one', 'two', 'three'].map(lost);
  expect(secondTries(three.slice(1))).toMatchObject({ isTooMany: false });
  expect(secondTries(three)).toMatchObject({
    isTooMany: true,
    report: expect.stringContaining('has failed'),
  });
  expect(secondTries([])).toEqual({ report: '', isTooMany: false });
});

test('only tests in a browser have a second try, and none of races and faults', () => {
  const names = config.test?.projects?.flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test.retry !== undefined
      ? [project.test.name]
      : [],
  );
  expect(names).toEqual(['browser in a cloud', 'browser']);
  expect(config.test?.retry).toBeUndefined();
});
