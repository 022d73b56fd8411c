import { describe, expect, test } from 'vitest';
import {
  isActiveWithin,
  isWithin,
  matchesFilter,
  type ConversationFilter,
} from '../../src/conversations/rules/conversation-filter.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';

const SESSION: SessionRecord = {
  sessionId: '0b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d11',
  status: 'open',
  origin: 'https://shop.example.com',
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  lastMessageAt: '2026-11-20T09:00:00.000Z',
  messageCount: 2,
  inputTokens: 0,
  outputTokens: 0,
  cost: 0,
  preview: '',
  turns: {},
  visitor: { subject: 's', name: 'Jörg Müller', email: 'joerg@example.com' },
  contact: { phone: '+49 30 1234567', leftAt: '2026-11-20T09:00:00.000Z' },
};

describe('a conversation is found', () => {
  test.each<[ConversationFilter, boolean]>([
    [{}, true],
    [{ visitor: 'jorg' }, true],
    [{ visitor: 'MÜLLER jö' }, true],
    [{ visitor: 'joerg@example' }, true],
    [{ visitor: '1234567' }, true],
    [{ visitor: 'Jörg Schmidt' }, false],
    [{ facets: ['domain:shop.example.com'] }, true],
    [{ facets: ['domain:example.com'] }, false],
    [{ status: 'open' }, true],
    [{ status: 'closed' }, false],
    [{ facets: ['domain:shop.example.com'], visitor: 'Lee' }, false],
  ])('by visitor and source: %j is %s', (filter, isFound) => {
    expect(matchesFilter(SESSION, filter)).toBe(isFound);
  });

  test.each<[ConversationFilter, boolean, boolean]>([
    [{}, true, true],
    [{ from: '2026-11-20T08:30:00.000Z' }, true, true],
    [{ from: '2026-11-20T08:45:00.000Z' }, true, false],
    [{ to: '2026-11-20T08:30:00.001Z' }, true, true],
    [{ to: '2026-11-20T08:30:00.000Z' }, true, false],
    [{ from: '2026-11-20T09:00:00.001Z' }, false, false],
    [{ to: '2026-11-20T08:00:00.000Z' }, false, false],
  ])('by time: with %j from 8 to 9 is %s, a message of 8:30 is %s', (filter, isActive, isWritten) => {
    expect(isActiveWithin(SESSION, filter)).toBe(isActive);
    expect(isWithin('2026-11-20T08:30:00.000Z', filter)).toBe(isWritten);
  });

  test('by no search for a visitor if its visitor is unknown', () => {
    const { visitor: _visitor, contact: _contact, ...anonymous } = SESSION;
    expect(matchesFilter(anonymous, { visitor: 'jorg' })).toBe(false);
  });
});
