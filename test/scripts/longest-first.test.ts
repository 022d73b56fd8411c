import { expect, test } from 'vitest';
import { longestFirst } from '../support/vitest/longest-first.ts';

const file = (path: string, project = 'fast') => ({ path: `test/${path}.test.ts`, project });
const FAULTS = file('journeys/faults', 'own process');
const OWN = file('hosts/own-host', 'own process');
const CLOUD = file('http/uploads', 'cloud process');
const DESK = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => file(`web/desk-${name}`));
const NOTICES = file('journeys/notices-after-a-crash');
const COLD = file('journeys/cold-without-store', 'own process');
const SHORT = ['seats', 'session', 'rules'].map((name) => file(`domain/${name}`));

test('the files that take longest run first, and what mostly waits runs beside what computes', () => {
  expect(longestFirst([...SHORT, COLD, ...DESK, NOTICES, CLOUD, OWN, FAULTS])).toEqual([
    ...[FAULTS, OWN, CLOUD],
    NOTICES,
    ...DESK.slice(0, 2),
    COLD,
    ...DESK.slice(2),
    ...SHORT,
  ]);
});

test.each([[[NOTICES, COLD, FAULTS]], [[SHORT[0]]], [[]]])(
  'no file is lost, however few there are',
  (given) => {
    const files = given.filter((one) => one !== undefined);
    expect(new Set(longestFirst(files))).toEqual(new Set(files));
  },
);
