import { beforeAll, describe, expect, it } from 'vitest';
import { COMPOSITIONS } from '../support/service.ts';
import { viewCosts, type ViewCost } from '../support/view-costs.ts';

/**
 * What views and actions ask of the store with three conversations, on an instance that has done each before:
 * statements of the embedded store with `BEGIN` and `COMMIT`; requests of the cloud's, and units at most.
 */
const VIEWS = [
  ['the first turn', 17, 4, 22],
  ['a turn', 14, 3, 22],
  ['a streamed turn', 14, 3, 23],
  ['the history', 4, 1, 2],
  ['a poll', 4, 1, 2],
  ['a visitor’s conversations', 4, 1, 2],
  ['a request for an agent', 9, 2, 14],
  ['the desk', 9, 2, 6],
  ['take next', 15, 7, 30],
  ['a conversation at the desk', 4, 1, 2],
  ['a message to the agent', 8, 2, 14],
  ['a message of the agent', 9, 2, 14],
  ['release', 4, 1, 6],
  ['claim', 8, 3, 20],
  ['close', 4, 1, 6],
  ['a page of closed chats', 3, 2, 5],
  ['overview', 12, 11, 25],
  ['conversations', 10, 3, 8],
  ['a search', 2, 3, 8],
  ['a transcript', 8, 5, 10],
  ['health', 7, 5, 12],
  ['an export of three', 23, 20, 45],
  ['retention of three', 99, 43, 240],
  ['retention of none', 9, 4, 10],
] as const;

describe.each(COMPOSITIONS)('on the %s store', (composition) => {
  let costs: ReadonlyMap<string, ViewCost>;
  beforeAll(async () => {
    costs = await viewCosts(composition);
  });

  it.each(VIEWS)('%s is %i statements, or %i requests for at most %i units', (...row) => {
    const [view, statements, requests, units] = row;
    const cost = costs.get(view);
    const asked = { count: cost?.asked.length, what: cost?.asked };
    expect(asked).toMatchObject({ count: composition === 'cloud' ? requests : statements });
    expect(cost?.units).toBeLessThanOrEqual(units);
  });

  it('every view that is measured has a row', () => {
    expect([...costs.keys()].sort()).toEqual(VIEWS.map(([view]) => view).sort());
  });
});
