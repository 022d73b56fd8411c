import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { EmailCheck } from '../../src/conversations/rules/session-emails.ts';
import type { DeliveryFailure } from '../../src/conversations/records/outbox-entry.ts';
import type { SentEmail } from '../../src/conversations/records/sent-email.ts';
import type { Email, Notice } from '../../src/ports.ts';
import { notes } from '../../src/conversations/notes.ts';
import { emailChannel } from '../../src/email/email-channel.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { realRandom } from '../support/ports/random.ts';
import { begin, START } from '../support/stores/conversations.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { silentRealtime } from '../support/parts/silent-realtime.ts';

const store = freshFixture(() => openSqlite());
const { signal } = new AbortController();
const MINUTE_MS = 60_000;
const T0 = Date.parse(START);

/** A conversation with an e-mail, as an entry of the outbox. */
async function waiting(more: Partial<SentEmail> = {}): Promise<Notice> {
  const email: SentEmail = {
    ...{ id: randomUUID(), kind: 'confirmation', to: 'vera@example.com', at: START, state: 'waiting' },
    ...more,
  };
  const { session } = await begin(store.conversations, 'Hello', { session: { emails: [email] } });
  const { sessionId } = session;
  return { id: email.id, sessionId, order: 1, at: START, facts: {}, kind: 'email', step: 'notice' };
}

interface Instance {
  /** It ends before it can store what became of an e-mail. */
  isKilled?: boolean;
  /** The service says later what became of an e-mail. */
  operation?: string;
  check?: EmailCheck;
  /** The failure in a delivery report of the e-mail. */
  reported?: DeliveryFailure;
  /** Runs while the e-mail is written, after the conversation was read. */
  whileWriting?: (sessionId: string) => Promise<void>;
  atMs?: number;
}

/** The channel of an instance. */
function instance(sent: Email[], given: Instance = {}) {
  const { isKilled, operation, check, reported, whileWriting, atMs = T0 } = given;
  const commit = store.conversations.commit;
  return emailChannel({
    clock: manualClock(atMs),
    random: realRandom,
    telemetry: recordingTelemetry(),
    realtime: silentRealtime,
    store: {
      ...store.conversations,
      async messages(sessionId, afterSeq) {
        await whileWriting?.(sessionId);
        return await store.conversations.messages(sessionId, afterSeq);
      },
      commit: (change) => (isKilled ? Promise.reject(new AppError('store-unavailable')) : commit(change)),
    },
    emailSender: {
      send(email) {
        sent.push(email);
        return Promise.resolve({ ok: true, ...(operation !== undefined && { operation }) });
      },
      check: () => Promise.resolve(check ?? { state: 'pending' }),
      removeAll: () => Promise.resolve(),
    },
    isOn: true,
    settings: { current: () => Promise.resolve({ emailBusinessName: 'Harbour Cycles' }) },
    count: () => Promise.resolve(undefined),
    lookOf: () => Promise.resolve({}),
    timeZoneOf: () => Promise.resolve('Europe/Berlin'),
    reports: { failureOf: () => Promise.resolve(reported) },
    links: {
      toConversation: () => Promise.resolve(undefined),
      toPage: () => Promise.resolve('https://chat.example/api/email/x'),
      read: () => Promise.resolve(undefined),
    },
  });
}

test('an instance that crashes between sending and storing causes one duplicate e-mail with the same Message-ID', async () => {
  const notice = await waiting();
  const sent: Email[] = [];
  await expect(instance(sent, { isKilled: true }).deliver(notice, signal)).rejects.toMatchObject({
    code: 'store-unavailable',
  });
  // The entry is still in the outbox, and the next instance takes it.
  expect(await instance(sent).deliver(notice, signal)).toEqual({ ok: true });
  await instance(sent).deliver(notice, signal);
  expect(sent.map(({ id }) => id)).toEqual([notice.id, notice.id]);
});

test('an e-mail is not sent if another person signs in while it is prepared', async () => {
  const notice = await waiting({ kind: 'transcript' });
  const sent: Email[] = [];
  async function signIn(sessionId: string): Promise<void> {
    const { session, version, recent } = (await store.conversations.load(sessionId, 'strong')) ?? {};
    if (!session || version === undefined || !recent) throw new Error('The conversation is gone.');
    const { emails: _ended, ...rest } = session;
    await store.conversations.commit({ session: rest, expected: version, recent });
  }
  const channel = instance(sent, { whileWriting: signIn });
  expect(await channel.deliver(notice, signal)).toMatchObject({ ok: false, code: 'channel-off' });
  expect(sent).toEqual([]);
});

test('a transcript has the messages of the conversation, and never a private note of agents', async () => {
  const notice = await waiting({ kind: 'transcript' });
  const parts = {
    clock: manualClock(T0),
    random: realRandom,
    telemetry: recordingTelemetry(),
    ledger: store.ledger,
  };
  const written = notes({ ...parts, store: store.conversations });
  const mia = { oid: randomUUID(), name: 'Mia Berg' };
  await written.add(notice.sessionId, mia, { content: 'Third complaint of this one' });
  const sent: Email[] = [];
  expect(await instance(sent).deliver(notice, signal)).toEqual({ ok: true });
  const [email] = sent;
  for (const content of [email?.text, email?.html]) {
    expect(content).toContain('Hello');
    expect(content).not.toContain('complaint');
    expect(content).not.toContain('Mia Berg');
  }
});

const OPERATION = { id: 'operation-1', acceptedAt: START };

/** An e-mail that was accepted, and can still fail. */
async function accepted() {
  const notice = await waiting({ state: 'sent', operation: OPERATION });
  const stored = async () => {
    const { session } = (await store.conversations.load(notice.sessionId, 'strong')) ?? {};
    const { state, failure, operation } = session?.emails?.[0] ?? {};
    return { state, failure, isAskedAbout: operation !== undefined };
  };
  return { notice, check: { ...notice, step: 'check' as const }, stored };
}

test('the status of an accepted e-mail is checked for two days', async () => {
  const notice = await waiting();
  const sent: Email[] = [];
  const first = await instance(sent, { operation: 'operation-1' }).deliver(notice, signal);
  expect(first).toEqual({ ok: true, checkAfterMs: MINUTE_MS });
  const later = (minutes: number) =>
    instance(sent, { atMs: T0 + minutes * MINUTE_MS }).deliver({ ...notice, step: 'check' }, signal);
  expect(await later(1)).toEqual({ ok: true, checkAfterMs: 9 * MINUTE_MS });
  // The timer may be late.
  expect(await later(12)).toEqual({ ok: true, checkAfterMs: 8 * MINUTE_MS });
  expect(await later(60)).toEqual({ ok: true, checkAfterMs: 300 * MINUTE_MS });
  expect(await later(2880)).toEqual({ ok: true });
  expect(await later(2881)).toMatchObject({ code: 'channel-off' });
  expect(sent).toHaveLength(1);
});

test('the next check waits as long as the service asks for', async () => {
  const { check } = await accepted();
  const busy: EmailCheck = { state: 'pending', retryAfterMs: 20 * MINUTE_MS };
  const ask = (minutes: number) =>
    instance([], { check: busy, atMs: T0 + minutes * MINUTE_MS }).deliver(check, signal);
  expect(await ask(1)).toEqual({ ok: true, checkAfterMs: 59 * MINUTE_MS });
  expect(await ask(2870)).toEqual({ ok: true });
});

test('an e-mail that bounces after delivery marks the conversation as failed', async () => {
  const { check, stored } = await accepted();
  const at = (minutes: number, reported?: DeliveryFailure) =>
    instance([], {
      check: { state: 'sent' },
      atMs: T0 + minutes * MINUTE_MS,
      ...(reported !== undefined && { reported }),
    });
  expect(await at(10).deliver(check, signal)).toEqual({ ok: true, checkAfterMs: 10 * MINUTE_MS });
  expect(await stored()).toMatchObject({ state: 'sent', isAskedAbout: true });
  const bounced = { ok: false, permanent: true, code: 'recipient-refused' };
  expect(await at(20, 'recipient-refused').deliver(check, signal)).toEqual(bounced);
  expect(await stored()).toEqual({ state: 'failed', failure: 'recipient-refused', isAskedAbout: false });
});

test('a check is repeated by the next instance if an instance crashes before it stores the result', async () => {
  const { check, stored } = await accepted();
  const failed: EmailCheck = { state: 'failed', code: 'recipient-suppressed' };
  const killed = instance([], { check: failed, atMs: T0 + MINUTE_MS, isKilled: true });
  await expect(killed.deliver(check, signal)).rejects.toMatchObject({ code: 'store-unavailable' });
  expect(await stored()).toMatchObject({ state: 'sent', isAskedAbout: true });
  await instance([], { check: failed, atMs: T0 + 2 * MINUTE_MS }).deliver(check, signal);
  expect(await stored()).toMatchObject({ state: 'failed' });
});

test('an instance that crashes before it updates the entry causes no second e-mail, and the check is repeated', async () => {
  const { notice, check } = await accepted();
  const sent: Email[] = [];
  // Sent and stored, but the entry still says that it is to be sent.
  expect(await instance(sent).deliver(notice, signal)).toEqual({ ok: true, checkAfterMs: MINUTE_MS });
  const failed: EmailCheck = { state: 'failed', code: 'recipient-refused' };
  const at = { check: failed, atMs: T0 + MINUTE_MS };
  const first = await instance(sent, at).deliver(check, signal);
  expect(await instance(sent, at).deliver(check, signal)).toEqual(first);
  expect(sent).toEqual([]);
});
