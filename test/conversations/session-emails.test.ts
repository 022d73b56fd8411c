import { describe, expect, test } from 'vitest';
import { conversationPage } from '../../src/email/rules/conversation-page.ts';
import { reportedFailure } from '../../src/email/rules/delivery-report.ts';
import {
  afterSending,
  atMostTwice,
  checkAfterMs,
  emailObstacle,
  leftVisitorEmail,
  refusalOf,
  replyAddress,
  REPORT_KEPT_MS,
  unseenEmail,
  unseenMessages,
} from '../../src/conversations/rules/session-emails.ts';
import type { Message } from '../../src/conversations/records/message.ts';
import type { SentEmail } from '../../src/conversations/records/sent-email.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { publicSession } from '../../src/conversations/records/public-session.ts';
import { startSession } from '../../src/conversations/rules/session-messages.ts';

const SESSION = '5f0c1a52-9a1e-4f43-8a3c-0d4c6a1a7e11';
const ID = '5f0c1a52-9a1e-4f43-8a3c-0d4c6a1a7e12';
const AT = '2026-11-27T09:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();

const session = (more: Partial<SessionRecord> = {}): SessionRecord => ({
  ...startSession(SESSION, AT),
  contact: { email: 'vera@example.com', leftAt: AT },
  messageCount: 5,
  seenSeq: 0,
  ...more,
});
const email = (more: Partial<SentEmail> = {}): SentEmail => ({
  id: ID,
  kind: 'unseen',
  to: 'vera@example.com',
  at: AT,
  state: 'waiting',
  ...more,
});

describe('agents’ messages are e-mailed', () => {
  const GIVEN = { contact: { email: 'vera@example.com', leftAt: AT } };
  const PHONE = { contact: { phone: '+49 30 1234567', leftAt: AT } };
  const SIGNED_IN = {
    visitor: { subject: '1', name: 'Zoë', email: 'zoe@shop.example', emailVerified: true },
  };
  const UNVERIFIED = { visitor: { ...SIGNED_IN.visitor, emailVerified: false } };
  const WITHOUT = { visitor: { subject: '1', name: 'Zoë' } };
  const refusedBy = (to: string) => email({ to, state: 'failed', failure: 'recipient-refused' });

  test.each<[string, Partial<SessionRecord>, string | undefined, string | undefined]>([
    ['to the address that was given in the conversation', GIVEN, 'vera@example.com', undefined],
    ['else to the verified address of a signed-in visitor', SIGNED_IN, 'zoe@shop.example', undefined],
    ['also if they left a phone number', { ...PHONE, ...SIGNED_IN }, 'zoe@shop.example', undefined],
    ['to the given one before the verified one', { ...GIVEN, ...SIGNED_IN }, 'vera@example.com', undefined],
    [
      'to the verified one if the given one was refused',
      { ...GIVEN, ...SIGNED_IN, emails: [refusedBy('vera@example.com')] },
      'zoe@shop.example',
      undefined,
    ],
    [
      'to none if both were refused',
      { ...GIVEN, ...SIGNED_IN, emails: [refusedBy('vera@example.com'), refusedBy('zoe@shop.example')] },
      'vera@example.com',
      'refused',
    ],
    [
      'to none after the visitor has stopped them',
      { ...SIGNED_IN, emailsStopped: true },
      'zoe@shop.example',
      'stopped',
    ],
    ['to no address that is not verified', UNVERIFIED, undefined, 'no-address'],
    ['to none if the identity has no address', WITHOUT, undefined, 'no-address'],
    ['to none if no address is known', PHONE, undefined, 'no-address'],
  ])('%s', (_case, about, to, obstacle) => {
    const known: SessionRecord = { ...startSession(SESSION, AT), messageCount: 5, seenSeq: 0, ...about };
    expect([replyAddress(known), emailObstacle(known)]).toEqual([to, obstacle]);
    const sentTo = obstacle === undefined ? to : undefined;
    expect(leftVisitorEmail(known, { id: SESSION, createdAt: later(5) }, ID)?.email.to).toBe(sentTo);
    expect(unseenEmail(known, ID, later(5))?.email.to).toBe(sentTo);
  });
});

test.each<[string, Partial<SentEmail>, string | undefined]>([
  ['an answer that is sent immediately is being sent', { kind: 'reply' }, 'sending'],
  ['an answer whose first attempt failed waits', { kind: 'reply', failure: 'unavailable' }, 'waiting'],
  ['messages that are sent later wait', { kind: 'unseen', afterSeq: 4 }, 'waiting'],
  ['an e-mail that was accepted is sent', { kind: 'reply', state: 'sent' }, 'sent'],
  ['an e-mail that is not tried again has failed', { kind: 'reply', state: 'failed' }, 'failed'],
  ['an e-mail that was not needed says nothing', { kind: 'unseen', state: 'skipped' }, undefined],
])('the delivery of a conversation: %s', (_case, changes, delivery) => {
  expect(publicSession(session({ emails: [email(changes)] })).delivery).toBe(delivery);
});

describe('an e-mail with unseen messages', () => {
  test('is due two minutes after the message', () => {
    expect(unseenEmail(session(), ID, AT)).toEqual({ email: email({ afterSeq: 4 }), after: later(2) });
  });

  test.each<[string, Partial<SessionRecord>]>([
    ['without an address', { contact: { phone: '+49 30 1234567', leftAt: AT } }],
    ['after the visitor has stopped them', { emailsStopped: true }],
    ['while one is waiting', { emails: [email()] }],
    ['for an address that came back', { emails: [email({ state: 'failed', failure: 'recipient-refused' })] }],
  ])('is not planned %s', (_case, more) => {
    expect(unseenEmail(session(more), ID, later(1))).toBeUndefined();
  });

  test('is not planned if no client has reported seen messages', () => {
    const { seenSeq: _seen, ...unknown } = session();
    expect(unseenEmail(unknown, ID, AT)).toBeUndefined();
  });

  test('is sent at least ten minutes after the previous one', () => {
    const sent = session({ emails: [email({ state: 'sent' })] });
    expect(unseenEmail(sent, ID, later(3))?.after).toBe(later(12));
    expect(unseenEmail(sent, ID, later(60))?.after).toBe(later(62));
  });

  test('is planned again after an earlier one was given up', () => {
    expect(unseenEmail(session({ emails: [email()] }), ID, later(26 * 60))).toBeDefined();
  });

  const message = (seq: number, role: Message['role']): Message => ({
    id: `5f0c1a52-9a1e-4f43-8a3c-00000000000${seq}`,
    sessionId: SESSION,
    seq,
    role,
    content: `Message ${seq}`,
    createdAt: AT,
  });
  const written = [message(1, 'visitor'), message(2, 'agent'), message(3, 'agent'), message(4, 'assistant')];

  test.each<[string, Partial<SessionRecord>, Message[], number[]]>([
    ['has all messages of agents', {}, written, [2, 3]],
    ['leaves out what the browser has shown', { seenSeq: 2 }, written, [3]],
    ['leaves out what the visitor has answered', {}, [...written, message(5, 'visitor')], []],
    [
      'leaves out what was sent as an answer by e-mail',
      { emails: [email({ kind: 'reply', messageId: message(3, 'agent').id })] },
      written,
      [2],
    ],
  ])('%s', (_case, more, messages, expected) => {
    expect(unseenMessages(session(more), { afterSeq: 0 }, messages).map(({ seq }) => seq)).toEqual(expected);
  });
});

test('an e-mail that may have been accepted is tried a second time, and no third time', () => {
  const broken = { ok: false, permanent: false, code: 'hanging', maybeSent: true } as const;
  const first = atMostTwice(email(), broken);
  expect(first).toEqual(broken);
  const tried = afterSending(email(), first, { at: AT, isCounted: true });
  expect(tried).toMatchObject({ state: 'waiting', failure: 'hanging', maybeSent: true, counted: true });
  const second = atMostTwice(tried, broken);
  expect(second).toMatchObject({ permanent: true });
  expect(afterSending(tried, second, { at: AT, isCounted: true })).toMatchObject({ state: 'failed' });
});

test('an e-mail that was sent has no failure', () => {
  expect(
    afterSending(
      email({ failure: 'throttled', counted: true }),
      { ok: true },
      { at: AT, upToSeq: 3, isCounted: true },
    ),
  ).toEqual(email({ state: 'sent', upToSeq: 3 }));
});

test('an accepted e-mail is checked for two days, and a delivery report is kept until then', () => {
  const operation = { id: 'operation-1', acceptedAt: AT };
  const minutes: number[] = [];
  let nowMs = Date.parse(AT);
  for (let afterMs: number | undefined = 0; afterMs !== undefined; nowMs += afterMs ?? 0) {
    afterMs = checkAfterMs({ operation }, nowMs);
    if (afterMs !== undefined) minutes.push((nowMs + afterMs - Date.parse(AT)) / 60_000);
  }
  expect(minutes).toEqual([1, 10, 20, 60, 360, 1440, 2880]);
  expect(REPORT_KEPT_MS).toBeGreaterThan(2880 * 60_000);
});

test.each([
  ['Bounced', 'recipient-refused'],
  ['Suppressed', 'recipient-suppressed'],
  ['Quarantined', 'recipient-filtered'],
  ['FilteredSpam', 'recipient-filtered'],
  ['Failed', 'unavailable'],
  ['of a later version', 'unavailable'],
  ['Delivered', undefined],
  ['Expanded', undefined],
])('a delivery report %s means: %s', (status, failure) => {
  expect(reportedFailure(status)).toBe(failure);
});

describe('an address gets no further e-mail', () => {
  const other = (more: Partial<SentEmail>) => email({ id: SESSION, ...more });
  const refused = { state: 'failed', failure: 'recipient-refused' } as const;

  test.each<[string, readonly SentEmail[], string | undefined]>([
    ['after its server has refused an e-mail', [other(refused)], 'recipient-refused'],
    [
      'once it is on the suppression list',
      [other({ state: 'failed', failure: 'recipient-suppressed' })],
      'recipient-suppressed',
    ],
    ['unless a later e-mail arrived', [other(refused), other({ state: 'sent' })], undefined],
    ['but another address does', [other({ ...refused, to: 'lee@example.com' })], undefined],
    ['but a rate limit does not block it', [other({ state: 'failed', failure: 'limit-reached' })], undefined],
    ['but an e-mail that an admin sends again is sent', [email(refused)], undefined],
  ])('%s', (_case, emails, code) => {
    expect(refusalOf({ emails }, email())?.code).toBe(code);
  });
});

describe('the page of a conversation', () => {
  const WIDGET = { id: ID, name: 'Shop', primaryDomain: 'shop.example' };
  test.each<[string, Partial<SessionRecord>, string | undefined]>([
    [
      'is the stored page on its site',
      { origin: 'https://shop.example', pageUrl: 'https://shop.example/a?b=1#c' },
      'https://shop.example/a?b=1',
    ],
    [
      'is within the domain of its widget',
      { widget: WIDGET, pageUrl: 'https://www.shop.example/' },
      'https://www.shop.example/',
    ],
    [
      'is accepted if every site may embed the chat',
      { pageUrl: 'https://blog.example/' },
      'https://blog.example/',
    ],
    [
      'is left out on another site',
      { origin: 'https://shop.example', pageUrl: 'https://evil.example/' },
      undefined,
    ],
    [
      'is left out on another domain',
      { widget: WIDGET, pageUrl: 'https://shop.example.evil.example/' },
      undefined,
    ],
    ['is left out if it is a script', { pageUrl: 'javascript:alert(1)' }, undefined],
    ['is left out if it contains a password', { pageUrl: 'https://a:b@blog.example/' }, undefined],
    ['is left out without https', { pageUrl: 'http://blog.example/' }, undefined],
    ['is left out if it is unknown', {}, undefined],
  ])('%s', (_case, more, expected) => {
    expect(conversationPage(session(more))?.href).toBe(expected);
  });
});
