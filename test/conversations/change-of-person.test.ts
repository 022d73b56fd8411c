import { expect, test } from 'vitest';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { adoptedBy } from '../../src/conversations/rules/visitors.ts';

const AT = '2026-11-28T10:00:00.000Z';
const ID = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
const WIDGET = { id: 'w-1', name: 'Shop', primaryDomain: 'shop.example' };
const ZOE = { issuer: 'https://shop.example', subject: 'customer-1', name: 'Zoë' };

/**
 * The end or survival of each field of a session when a visitor signs in to it. `ends`: it reached the
 * anonymous visitor, who may be another person. `visitor`: it says who the visitor is. `stays`: it is the
 * conversation itself, its counts, or what agents did with it. A new field has to be named here.
 */
const FIELDS: Record<keyof SessionRecord, 'ends' | 'visitor' | 'stays'> = {
  contact: 'ends',
  emails: 'ends',
  emailsStopped: 'ends',
  seenSeq: 'ends',
  visitor: 'visitor',
  visitorIssuer: 'visitor',
  anonymousSeq: 'visitor',
  sessionId: 'stays',
  status: 'stays',
  origin: 'stays',
  claimedBy: 'stays',
  claimedByName: 'stays',
  createdAt: 'stays',
  updatedAt: 'stays',
  lastMessageAt: 'stays',
  humanRequestedAt: 'stays',
  handoffReason: 'stays',
  claimedAt: 'stays',
  closedAt: 'stays',
  messageCount: 'stays',
  inputTokens: 'stays',
  outputTokens: 'stays',
  cost: 'stays',
  unpricedCalls: 'stays',
  widget: 'stays',
  preview: 'stays',
  lastFrom: 'stays',
  asked: 'stays',
  unansweredSince: 'stays',
  visitorAt: 'stays',
  queuedFor: 'stays',
  opening: 'stays',
  turns: 'stays',
  messageWindow: 'stays',
  replaced: 'stays',
  firstAgentReplyAt: 'stays',
  pageUrl: 'stays',
  locale: 'stays',
  pages: 'stays',
  assistantId: 'stays',
  urgent: 'stays',
  notices: 'stays',
  actionCalls: 'stays',
  acting: 'stays',
  visitorRating: 'stays',
  snoozedUntil: 'stays',
  tagIds: 'stays',
  answers: 'stays',
  earlier: 'stays',
  continuedBy: 'stays',
  formerAgent: 'stays',
};

/** An anonymous session with every field that it can have. */
const ANONYMOUS: Required<Omit<SessionRecord, 'visitor' | 'visitorIssuer' | 'anonymousSeq'>> = {
  sessionId: ID,
  status: 'claimed',
  origin: 'https://shop.example',
  claimedBy: 'oid-1',
  claimedByName: 'Mia',
  createdAt: AT,
  updatedAt: AT,
  lastMessageAt: AT,
  humanRequestedAt: AT,
  handoffReason: 'visitor',
  claimedAt: AT,
  closedAt: AT,
  messageCount: 7,
  inputTokens: 10,
  outputTokens: 20,
  cost: 0.1,
  unpricedCalls: 1,
  widget: WIDGET,
  preview: 'Hello',
  lastFrom: 'visitor',
  asked: 'Hello',
  unansweredSince: AT,
  visitorAt: AT,
  queuedFor: 'w-2',
  opening: 'Hello',
  turns: { [ID]: AT },
  messageWindow: { count: 1, endsAt: AT },
  replaced: { [ID]: AT },
  firstAgentReplyAt: AT,
  pageUrl: 'https://shop.example/help',
  locale: 'de',
  pages: [{ url: 'https://shop.example/help', at: AT }],
  assistantId: 'a-1',
  urgent: true,
  notices: 3,
  actionCalls: 2,
  acting: { title: 'Track an order', progress: 'Looking', messageId: ID },
  contact: { email: 'stranger@example.com', leftAt: AT },
  emails: [{ id: ID, kind: 'confirmation', to: 'stranger@example.com', at: AT, state: 'waiting' }],
  emailsStopped: true,
  seenSeq: 4,
  visitorRating: { helpful: true, ratedAt: AT },
  snoozedUntil: AT,
  answers: { helpful: 1, notHelpful: 0, unanswered: 1 },
  tagIds: [ID],
  earlier: [{ sessionId: ID, toSeq: 3 }],
  continuedBy: ID,
  formerAgent: { oid: 'oid-1', name: 'Mia' },
};

test('a session keeps its conversation when the visitor signs in, and loses the contact data of the anonymous visitor', () => {
  const after: Partial<SessionRecord> = adoptedBy(ANONYMOUS, ZOE);
  const before: Partial<SessionRecord> = ANONYMOUS;
  const fields = new Map(Object.entries(FIELDS));
  expect(Object.keys(FIELDS).sort()).toEqual(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].sort(),
  );
  const { issuer, ...visitor } = ZOE;
  expect(after).toEqual({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => fields.get(name) === 'stays')),
    visitor,
    visitorIssuer: issuer,
    anonymousSeq: 7,
  });
});
