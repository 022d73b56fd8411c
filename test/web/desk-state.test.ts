import { expect, test } from 'vitest';
import { paneProblem, type DeskState } from '../../src/web/desk/state/state.ts';
import { UNREACHABLE } from '../../src/web/ui/request.ts';

const down = { connection: 'down' } as const satisfies Pick<DeskState, 'connection'>;
const live = { connection: 'live' } as const satisfies Pick<DeskState, 'connection'>;

test('a lost connection is not shown twice, in the banner and in a pane that has something to show', () => {
  expect(paneProblem(down, UNREACHABLE, true)).toBeUndefined();
  expect(paneProblem(live, UNREACHABLE, true)).toBe(UNREACHABLE);
});

test('a pane that is empty because of a failure shows it, and so does a pane with another failure', () => {
  expect(paneProblem(down, UNREACHABLE, false)).toBe(UNREACHABLE);
  expect(paneProblem(down, 'Too many requests.', true)).toBe('Too many requests.');
});
