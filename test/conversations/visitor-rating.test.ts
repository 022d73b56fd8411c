import { describe, expect, test } from 'vitest';
import { SESSION_STATUSES } from '../../src/conversations/records/session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';
import { rateConversation, sumOfRatings, withRating } from '../../src/conversations/rules/visitor-rating.ts';

const T0 = '2026-11-20T09:00:00.000Z';
const T1 = '2026-11-20T09:05:00.000Z';
const closed = { ...startSession('11111111-1111-4111-8111-111111111111', T0), status: 'closed' as const };

describe('a visitor can rate a conversation', () => {
  test.each(SESSION_STATUSES.filter((status) => status !== 'closed'))('but not while it is %s', (status) => {
    expect(rateConversation({ ...closed, status }, { helpful: true }, T1)).toEqual({
      ok: false,
      refusal: 'session-not-closed',
    });
  });

  test('once it is closed, and the last rating counts', () => {
    const first = rateConversation(closed, { helpful: true, comment: 'Quick' }, T0);
    expect(first).toMatchObject({
      changed: true,
      session: { visitorRating: { helpful: true, comment: 'Quick', ratedAt: T0 } },
      delta: { visitsHelpful: 1, visitsNotHelpful: 0 },
    });
    if (!first.ok) return;
    expect(rateConversation(first.session, { helpful: true, comment: 'Quick' }, T1)).toMatchObject({
      changed: false,
      session: first.session,
    });
    const last = rateConversation(first.session, { helpful: false }, T1);
    expect(last).toMatchObject({ changed: true, delta: { visitsHelpful: -1, visitsNotHelpful: 1 } });
    expect(last.ok && last.session.visitorRating).toEqual({ helpful: false, ratedAt: T1 });
  });

  test('with another comment without a change of the counts', () => {
    const rated = { ...closed, visitorRating: { helpful: true, ratedAt: T0 } };
    const again = rateConversation(rated, { helpful: true, comment: 'Thanks' }, T1);
    expect(again).toMatchObject({ changed: true, delta: { visitsHelpful: 0, visitsNotHelpful: 0 } });
  });
});

describe('the ratings of agents', () => {
  const mia = { oid: 'mia', name: 'Mia' };
  const lee = { oid: 'lee', name: 'Lee' };
  const good = { visitsHelpful: 1, visitsNotHelpful: 0 };
  const changed = { visitsHelpful: -1, visitsNotHelpful: 1 };

  test('are counted for each agent', () => {
    const day = withRating(withRating(withRating([], mia, good), lee, good), mia, changed);
    expect(sumOfRatings([day])).toEqual([
      { ...lee, helpful: 1, notHelpful: 0 },
      { ...mia, helpful: 0, notHelpful: 1 },
    ]);
  });

  test('do not go below zero if an earlier day counted the withdrawn rating', () => {
    expect(withRating([], mia, changed)).toEqual([{ ...mia, helpful: 0, notHelpful: 1 }]);
  });

  test('are summed over days', () => {
    const days = [withRating([], mia, good), withRating([], mia, good)];
    expect(sumOfRatings(days)).toEqual([{ ...mia, helpful: 2, notHelpful: 0 }]);
  });
});
