import { describe, expect, test } from 'vitest';
import { replyRoute, routeFacts, type RouteFacts } from '../../src/web/desk/model/reply-route.ts';

const NOW_TEXT = '2026-11-20T17:24:00.000Z';
const NOW = Date.parse(NOW_TEXT);
const MINUTE = 60_000;
const FACTS: RouteFacts = {
  presence: undefined,
  visitorAt: undefined,
  email: undefined,
  emailObstacle: undefined,
};
const ADDRESS = { email: 'mia@shop.example' } as const;
const LEFT = { presence: { is: 'left', sinceMs: NOW - 3 * MINUTE } } as const;
const UNKNOWN = { presence: { is: 'unknown' } } as const;

describe('the line above a reply describes how it is delivered', () => {
  test.each<[string, Partial<RouteFacts>, string, boolean, boolean]>([
    ['to a visitor on the page', { presence: { is: 'here' }, ...ADDRESS }, 'On the page now', false, false],
    [
      'to a visitor who left an address',
      { ...LEFT, ...ADDRESS },
      'Left 3 minutes ago · will be e-mailed to mia@shop.example',
      true,
      false,
    ],
    [
      'to a visitor without an address',
      { ...LEFT, emailObstacle: 'no-address' },
      'Left 3 minutes ago, no address: ask for one when they return',
      false,
      true,
    ],
    [
      'to an address that takes no e-mails',
      { ...LEFT, email: 'mia@shop.example', emailObstacle: 'refused' },
      'Left 3 minutes ago · mia@shop.example takes no e-mails: ask for another one when they return',
      false,
      true,
    ],
    [
      'to a visitor who has stopped e-mails',
      { ...LEFT, email: 'mia@shop.example', emailObstacle: 'stopped' },
      'Left 3 minutes ago · has stopped e-mails: will see it when they return',
      false,
      true,
    ],
    ['without an e-mail service', LEFT, 'Left 3 minutes ago · will see it when they return', false, true],
    [
      'to a visitor who had left before the desk was opened',
      { presence: { is: 'left' }, visitorAt: new Date(NOW - 5 * MINUTE).toISOString(), ...ADDRESS },
      'Left, last active 5 minutes ago · will be e-mailed to mia@shop.example',
      true,
      false,
    ],
    [
      'with an address if the presence is unknown',
      { ...UNKNOWN, ...ADDRESS },
      'Presence unknown · will be e-mailed to mia@shop.example if not seen',
      false,
      false,
    ],
    ['without an address if the presence is unknown', UNKNOWN, 'Presence unknown', false, true],
  ])('%s', (_case, facts, sentence, byEmail, isDoubtful) => {
    expect(replyRoute({ ...FACTS, ...facts }, NOW)).toEqual({ sentence, byEmail, isDoubtful });
  });

  test('and is empty while the presence is loading', () => {
    expect(replyRoute(FACTS, NOW)).toBeUndefined();
  });
});

test.each([
  ['a message that this desk has received', '2026-11-20T17:20:00.000Z', '2026-11-20T17:10:00.000Z'],
  ['a sign that the service has reported', '2026-11-20T17:10:00.000Z', '2026-11-20T17:20:00.000Z'],
])('the visitor was last active at the latest of both: %s', (_case, createdAt, visitorAt) => {
  const messages = [{ role: 'visitor', createdAt } as const, { role: 'agent', createdAt: NOW_TEXT } as const];
  expect(routeFacts({ about: { visitorAt }, messages }).visitorAt).toBe('2026-11-20T17:20:00.000Z');
});
