import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Fault } from '../fakes/cosmos/faults.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';
import type { Commit } from '../../src/ports/conversation-store.ts';
import { begin, draft, EVER, START } from '../support/stores/conversations.ts';
import { COSMOS_TOKEN, openCosmos } from '../support/stores/cosmos-store.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { refusal } from '../support/refusal.ts';

const LIMITS = { requestMs: 400, operationMs: 6_000, attempts: 4 };

/** Ways in which an attempt fails and a repeat of it succeeds. */
const PASSING: [string, Fault][] = [
  ['throttled (429)', { status: 429, retryAfterMs: 30 }],
  ['asked to retry (449)', { status: 449 }],
  ['out of service (503)', { status: 503 }],
  ['reset before anything is done', 'reset'],
  ['reset after it was done', 'unheard'],
  ['not answered in time', 'hang'],
  ['done and not answered in time', 'late'],
];

describe('Cosmos DB, when the service fails', () => {
  const setup = freshFixture(() => openCosmos({ limits: LIMITS }));

  /** A session with one message, and a second message that is ready to be stored. */
  async function ready() {
    const { session, version: expected, message: first } = await begin(setup.store, 'first');
    const next = append(session, draft('second'), START);
    const activity = { id: next.message.id, at: START, visitorMessages: 1 };
    return {
      first,
      message: next.message,
      commit: { session: next.session, expected, append: [next.message], activity },
    };
  }

  describe.each(PASSING)('a batch that is %s', (_how, fault) => {
    it('is stored once, with its figures, and returns the current version', async () => {
      const { first, message, commit } = await ready();
      setup.server.faults.plan({ kind: 'batch', container: 'conversations' }, fault);
      const outcome = await setup.store.commit(commit);
      const { version } = (await setup.store.load(first.sessionId)) ?? {};
      expect(outcome).toEqual({ ok: true, version });
      expect(await setup.store.messages(first.sessionId)).toEqual([first, message]);
      expect(await setup.store.activity(...EVER)).toMatchObject([{ visitorMessages: 1 }]);
    });

    it('starts a session once', async () => {
      const { session, message } = append(startSession(randomUUID(), START), draft('hello'), START);
      setup.server.faults.plan({ kind: 'batch', container: 'conversations' }, fault);
      const outcome = await setup.store.commit({ session, expected: 'absent', append: [message] });
      expect(outcome).toMatchObject({ ok: true });
      expect(await setup.store.messages(session.sessionId)).toEqual([message]);
    });

    it('deletes its session', async () => {
      const { first } = await ready();
      setup.server.faults.plan({ kind: 'batch', container: 'conversations' }, fault);
      expect(await setup.store.delete(first.sessionId)).toBe(true);
      expect(setup.server.container('conversations').partition(first.sessionId)).toEqual([]);
    });

    it('writes and removes a small document once', async () => {
      const { ledger, server } = setup;
      server.faults.plan({ kind: 'create', container: 'ledger' }, fault);
      const first = (await ledger.write('seats', 'all', 1, 'absent')) ?? '';
      server.faults.plan({ kind: 'replace', container: 'ledger' }, fault);
      const second = (await ledger.write('seats', 'all', 2, first)) ?? '';
      expect(await ledger.read('seats', 'all')).toEqual({ id: 'all', value: 2, version: second });
      server.faults.plan({ kind: 'delete', container: 'ledger' }, fault);
      expect(await ledger.remove('seats', 'all', second)).toBe(true);
      expect(await ledger.read('seats', 'all')).toBeUndefined();
    });
  });

  /**
   * Starts a commit, and resolves once its first attempt has failed. The returned function stores another
   * writer's commit, lets the first one repeat its attempt, and returns its outcome.
   */
  async function interrupted(commit: Commit, fault: Fault) {
    const pause = Promise.withResolvers<void>();
    const instance = setup.another({
      clock: { ...realClock, sleep: () => pause.promise },
      limits: { requestMs: 2_000, operationMs: 60_000, attempts: 4 },
    });
    onTestFinished(() => instance.close());
    setup.server.faults.plan({ kind: 'batch' }, fault);
    const outcome = instance.store.commit(commit);
    await expect.poll(() => instance.telemetry.events.map(({ type }) => type)).toContain('retry');
    return async (theirs: Commit) => {
      expect(await setup.store.commit(theirs)).toMatchObject({ ok: true });
      pause.resolve();
      return outcome;
    };
  }

  it('reports a conflict if another writer changed the session after its own lost request', async () => {
    const { commit, first } = await ready();
    const other = append(commit.session, draft('third'), START);
    const repeatAfter = await interrupted(commit, { status: 503 });
    const theirs = { session: other.session, expected: commit.expected, append: [other.message] };
    expect(await repeatAfter(theirs)).toEqual({ ok: false, reason: 'conflict' });
    expect(await setup.store.messages(first.sessionId)).toEqual([first, other.message]);
  });

  it('recognizes its message after a lost reply, even if another message was written since', async () => {
    const { commit, first, message } = await ready();
    const repeatAfter = await interrupted(commit, 'late');
    const now = await setup.store.load(first.sessionId);
    const other = append(commit.session, draft('third'), START);
    const theirs = { session: other.session, expected: now?.version ?? '', append: [other.message] };
    const outcome = await repeatAfter(theirs);
    expect(outcome).toMatchObject({ ok: true });
    const passed = outcome.ok ? outcome.version : '';
    expect(await setup.store.commit({ session: other.session, expected: passed })).toEqual({
      ok: false,
      reason: 'conflict',
    });
    expect(await setup.store.messages(first.sessionId)).toEqual([first, message, other.message]);
  });

  it.each(PASSING)('repeats a read that was %s', async (_how, fault) => {
    const { first } = await ready();
    setup.server.faults.plan({ kind: 'read' }, fault);
    expect((await setup.store.load(first.sessionId))?.recent).toEqual([first]);
  });

  it.each([
    ['throttling', { status: 429, retryAfterMs: 10 }],
    ['out of service', { status: 503 }],
    ['refusing its identity', { status: 403, substatus: 5300 }],
    ['without its containers', { status: 404, substatus: 1003 }],
    ['hanging', 'hang'],
  ] satisfies [string, Fault][])(
    'is unavailable, never empty, while the service is %s',
    async (_how, fault) => {
      const { first, commit } = await ready();
      setup.server.faults.plan({}, fault, 1_000);
      const asked = [
        setup.store.load(first.sessionId),
        setup.store.commit(commit),
        setup.store.list({ sortBy: 'recent', limit: 5 }),
        setup.ledger.read('seats', 'all'),
        setup.counters.hit(['a'], 60_000, Date.now()),
      ];
      expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => 'store-unavailable'));
      setup.server.faults.clear();
      expect(await setup.store.messages(first.sessionId)).toEqual([first]);
      expect(await setup.store.commit(commit)).toMatchObject({ ok: true });
    },
  );

  it('never creates missing containers: only the deployment may create them', async () => {
    setup.server.faults.plan({}, { status: 404, substatus: 1003 }, 1_000);
    const asked = [
      setup.store.list({ sortBy: 'recent', limit: 5 }),
      setup.ledger.write('seats', 'all', 1, 'absent'),
    ];
    expect(await Promise.all(asked.map(refusal))).toEqual(asked.map(() => 'store-unavailable'));
    const kinds = new Set(setup.server.requests.map(({ kind }) => kind));
    expect(kinds).not.toContain('management');
    expect(kinds).toContain('metadata');
  });

  it.each([
    ['were not stored at first', { status: 503 }, '2026-11-20T20:00:00.000Z'],
    ['were stored although the reply was lost', 'unheard', '2026-11-20T17:00:00.000Z'],
  ] as const)('counts figures once, in the hour of their storage, if they %s', async (_how, fault, hour) => {
    const clock = manualClock(Date.parse(START));
    const late = await openCosmos({ clock, limits: { ...LIMITS, attempts: 1 } });
    const { session, version: expected } = await begin(late.store);
    const activity = { id: randomUUID(), at: START, inputTokens: 7 };
    // The hour is listed; its record is what fails.
    const listed = { ...activity, id: randomUUID(), inputTokens: 0 };
    const first = await late.store.commit({ session, expected, activity: listed });
    if (!first.ok) throw new Error(first.reason);
    late.server.faults.plan({ kind: 'create', container: 'usage' }, fault);
    await late.store.commit({ session, expected: first.version, activity });
    clock.advance(3 * 3_600_000);
    const hours = await late.store.activity(...EVER);
    expect(hours.filter(({ inputTokens }) => inputTokens > 0)).toMatchObject([{ hour, inputTokens: 7 }]);
    await late.close();
  });

  describe('the interrupted deletion of a long conversation', () => {
    let sessionId: string;
    beforeEach(async () => {
      const { session, version: expected } = await begin(setup.store, 'giraffes');
      let appended = { session };
      const messages = Array.from({ length: 98 }, () => {
        const next = append(appended.session, draft('more'), START);
        appended = next;
        return next.message;
      });
      const grown = await setup.store.commit({ session: appended.session, expected, append: messages });
      if (!grown.ok) throw new Error(grown.reason);
      const last = append(appended.session, draft('last'), START);
      const commit = { session: last.session, expected: grown.version, append: [last.message] };
      expect(await setup.store.commit(commit)).toMatchObject({ ok: true });
      sessionId = session.sessionId;
      setup.server.faults.plan({ kind: 'batch', container: 'conversations' }, { status: 503 }, 1_000);
      expect(await refusal(setup.store.delete(sessionId))).toBe('store-unavailable');
      setup.server.faults.clear();
    });
    const left = () => setup.server.container('conversations').range();

    it('is invisible to reads and lists, and is completed by the next deletion', async () => {
      expect(left()).toHaveLength(101);
      expect(await setup.store.load(sessionId)).toBeUndefined();
      expect(await setup.store.messages(sessionId)).toEqual([]);
      expect((await setup.store.list({ sortBy: 'recent', limit: 5 })).items).toEqual([]);
      expect((await setup.store.queue({ limit: 5 })).items).toEqual([]);
      expect(await setup.store.idleSince(new Date(0).toISOString(), 5)).toEqual([sessionId]);
      expect(await setup.store.delete(sessionId, 'passed')).toBe(true);
      expect(left()).toEqual([]);
    });

    it('is completed by a new session with the same id', async () => {
      const { message } = await appendOnce(sessionId);
      expect(await setup.store.messages(sessionId)).toEqual([message]);
      expect(left()).toHaveLength(2);
    });
  });

  async function appendOnce(sessionId: string) {
    const { session, message } = append(startSession(sessionId, START), draft('again'), START);
    const commit = { session, expected: 'absent', append: [message] } as const;
    // The first try meets the mark and ends the deletion.
    expect(await setup.store.commit(commit)).toEqual({ ok: false, reason: 'conflict' });
    expect(await setup.store.commit(commit)).toMatchObject({ ok: true });
    return { message };
  }

  it('stores the conversation even if its figures cannot be stored, and adds them later', async () => {
    const { commit } = await ready();
    setup.server.faults.plan({ container: 'usage' }, { status: 503 }, 1_000);
    expect(await setup.store.commit(commit)).toMatchObject({ ok: true });
    expect(await refusal(setup.store.activity(...EVER))).toBe('store-unavailable');
    setup.server.faults.clear();
    expect(await setup.store.activity(...EVER)).toMatchObject([{ visitorMessages: 1 }]);
  });

  it('tries to store figures until it succeeds, although they are not read', async () => {
    const clock = manualClock();
    const late = await openCosmos({ clock, limits: { ...LIMITS, attempts: 1 } });
    onTestFinished(() => late.close());
    const { session, version: expected } = await begin(late.store);
    const activity = { id: randomUUID(), at: START, visitorMessages: 1 };
    late.server.faults.plan({ container: 'usage' }, { status: 503 }, 1_000);
    expect(await late.store.commit({ session, expected, activity })).toMatchObject({ ok: true });
    const { requests } = late.server;
    const before = requests.length;
    const afterPause = <T>(read: () => T) => {
      clock.advance(5_000);
      return read();
    };
    await expect.poll(() => afterPause(() => requests.length)).toBeGreaterThan(before + 2);
    late.server.faults.clear();
    const stored = () => JSON.stringify(late.server.container('usage').range());
    await expect.poll(() => afterPause(stored)).toContain(activity.id);
  });

  it('does not retry a hit that may have been counted', async () => {
    const now = Date.now();
    await setup.counters.hit(['a'], 60_000, now);
    setup.server.faults.plan({ kind: 'patch' }, 'unheard');
    expect(await refusal(setup.counters.hit(['a'], 60_000, now))).toBe('store-unavailable');
    expect(await setup.counters.hit(['a'], 60_000, now)).toMatchObject([{ count: 3 }]);
  });

  it('sends only the token of the identity', async () => {
    await ready();
    const shown = new Set(setup.server.requests.map(({ authorization }) => authorization));
    expect(shown).toEqual(new Set([`type=aad&ver=1.0&sig=${COSMOS_TOKEN}`]));
  });
});
