import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addNotice } from '../../src/conversations/rules/outbox.ts';
import type { Delivery, NoticeKind, OutboxEntry } from '../../src/conversations/records/outbox-entry.ts';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import type { Version } from '../../src/ports.ts';
import { append } from '../../src/conversations/rules/session-messages.ts';
import { after, begin, draft, EVER, START, freshStore, pages } from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** How every store keeps the notices of changes until they are delivered. */
export function conversationOutboxContract(name: string, open: OpenConversations): void {
  describe(`${name}, as an outbox`, () => {
    const store = freshStore(open);

    it('stores notices in the same transaction as the change, and returns their versions', async () => {
      const { session, entry, outbox } = await noticed();
      expect(outbox).toHaveLength(1);
      expect(await store.outboxOf(session.sessionId)).toEqual([{ entry, version: outbox[0] }]);
    });

    it('stores no notice with a change that is refused', async () => {
      const { session } = await begin(store);
      const { session: moved, entry } = noticeFor(session, 'session.handoff');
      const outcome = await store.commit({ session: moved, expected: 'absent', outbox: [entry] });
      expect(outcome).toEqual({ ok: false, reason: 'conflict' });
      expect(await store.outboxOf(session.sessionId)).toEqual([]);
      expect(await due(1)).toEqual([]);
    });

    it('stores no notice with a message that is stored already', async () => {
      const { session, message, version } = await begin(store);
      const { session: moved, entry } = noticeFor(session, 'session.handoff');
      const again = { session: moved, expected: version, append: [message], outbox: [entry] };
      expect(await store.commit(again)).toEqual({ ok: false, reason: 'duplicate' });
      expect(await store.outboxOf(session.sessionId)).toEqual([]);
    });

    it('returns the notices of a conversation in their order', async () => {
      const first = await noticed();
      const second = noticeFor(first.session, 'session.claimed');
      const third = noticeFor(second.session, 'session.closed');
      await store.commit({
        session: third.session,
        expected: first.version,
        outbox: [third.entry, second.entry],
      });
      const entries = await store.outboxOf(first.session.sessionId);
      expect(entries.map(({ entry }) => entry.kind)).toEqual([
        'session.handoff',
        'session.claimed',
        'session.closed',
      ]);
    });

    it('returns only due notices, longest due first, one page at a time', async () => {
      const nextAt = [after(3), after(1), after(2), after(9)];
      const entries = await Promise.all(nextAt.map((at) => noticed({ nextAt: at })));
      const ids = entries.map(({ entry }) => entry.id);
      expect(await due(3)).toEqual([ids[1], ids[2], ids[0]]);
      expect(await due(3, 2)).toEqual([ids[1], ids[2]]);
      expect(await due(0)).toEqual([]);
    });

    it('returns a leased notice only after its lease has ended', async () => {
      const { entry } = await noticed({ nextAt: START }, { leasedUntil: after(2) });
      expect(await due(1)).toEqual([]);
      expect(await due(2)).toEqual([entry.id]);
    });

    it('lists undeliverable notices separately, newest first', async () => {
      const dead = await Promise.all([1, 3, 2].map((at) => noticed({ deadSince: after(at) })));
      await noticed();
      const { items, ...rest } = await store.deadOutbox({ limit: 5 });
      const [one, three, two] = dead.map(({ entry }) => entry.id);
      expect(items.map(({ entry }) => entry.id)).toEqual([three, two, one]);
      expect(rest).toEqual({});
      expect((await store.deadOutbox({ limit: 2 })).items).toEqual(items.slice(0, 2));
      expect(await due(60)).toHaveLength(1);
    });

    it('pages through notices that were given up at the same time, each notice once', async () => {
      const dead = await Promise.all([...Array(5)].map(() => noticed({ deadSince: START })));
      const listed = await pages((cursor) => store.deadOutbox({ limit: 2, ...cursor }));
      expect(listed.map(({ length }) => length)).toEqual([2, 2, 1]);
      const ids = listed.flat().map(({ entry }) => entry.id);
      expect(new Set(ids)).toEqual(new Set(dead.map(({ entry }) => entry.id)));
      const refused = store.deadOutbox({ limit: 2, cursor: 'made-up' });
      await expect(refused).rejects.toMatchObject({ code: 'validation-failed' });
    });

    it('saves the new state of a notice only at the version that was read', async () => {
      const { session, entry, outbox } = await noticed();
      const [version = ''] = outbox;
      const tried = changed(entry, { attempts: 1, nextAt: after(5), failure: 'throttled' });
      const next = await store.saveEntry(tried, version);
      expect(next).toBeTypeOf('string');
      expect(await store.saveEntry(entry, version)).toBeUndefined();
      expect(await store.outboxOf(session.sessionId)).toEqual([{ entry: tried, version: next }]);
      expect(await due(4)).toEqual([]);
      expect(await due(5)).toEqual([entry.id]);
    });

    it('leases a notice to exactly one of several concurrent callers', async () => {
      const { entry, outbox } = await noticed();
      const [version = ''] = outbox;
      const taken = await Promise.all(
        [...Array(8)].map((_, n) => store.saveEntry({ ...entry, leasedUntil: after(n + 1) }, version)),
      );
      expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it('removes a notice without open deliveries, only at the version that was read', async () => {
      const { session, entry, outbox } = await noticed();
      const [version = ''] = outbox;
      const done = { ...entry, deliveries: [] };
      expect(await store.saveEntry(done, 'passed')).toBeUndefined();
      expect(await store.outboxOf(session.sessionId)).toHaveLength(1);
      expect(await store.saveEntry(done, version)).toBeTypeOf('string');
      expect(await store.outboxOf(session.sessionId)).toEqual([]);
      expect(await store.saveEntry(entry, version)).toBeUndefined();
      expect(await due(60)).toEqual([]);
    });

    it('excludes notices from messages, lists and search results', async () => {
      const { session } = await noticed();
      const { sessionId } = session;
      const loaded = await store.load(sessionId);
      expect(loaded?.recent).toHaveLength(1);
      for (const from of [undefined, 0]) expect(await store.messages(sessionId, from)).toHaveLength(1);
      // More than the session carries, so that the messages are asked for.
      const many = manyOf(session, 40);
      await store.commit({ ...many, expected: loaded?.version ?? '' });
      expect((await store.messages(sessionId)).map(({ seq }) => seq)).toEqual(
        [...Array(41)].map((_, n) => n + 1),
      );
      expect(await store.usage(sessionId)).toEqual([]);
      expect((await store.list({ sortBy: 'recent', limit: 5 })).items).toHaveLength(1);
      expect((await store.queue({ limit: 5 })).items).toHaveLength(1);
      expect(await store.search({ text: 'handoff', limit: 5 })).toEqual({ items: [] });
      expect(await store.questionsToReview(START, 5)).toEqual([]);
      expect(await store.idleSince(after(60), 5)).toEqual([sessionId]);
      expect(await store.activity(...EVER)).toEqual([]);
    });

    it('deletes notices with their conversation', async () => {
      const { session, entry, outbox } = await noticed({ deadSince: START });
      await noticed();
      expect(await store.delete(session.sessionId)).toBe(true);
      expect(await store.outboxOf(session.sessionId)).toEqual([]);
      expect(await store.deadOutbox({ limit: 5 })).toEqual({ items: [] });
      expect(await store.saveEntry(entry, outbox[0] ?? '')).toBeUndefined();
      expect(await due(60)).toHaveLength(1);
    });

    /** A conversation whose first handoff is stored with its notice. */
    async function noticed(delivery: Partial<Delivery> = {}, about: Partial<OutboxEntry> = {}) {
      const begun = await begin(store);
      const { session, entry: made } = noticeFor(begun.session, 'session.handoff');
      const { leasedUntil: _l, ...free } = changed(made, delivery);
      const entry = { ...free, ...about };
      const outcome = await store.commit({ session, expected: begun.version, outbox: [entry] });
      if (!outcome.ok) throw new Error(outcome.reason);
      const { version, outbox = [] } = outcome;
      return { session, entry, version, outbox: outbox satisfies readonly Version[] };
    }

    async function due(minutes: number, limit = 9): Promise<string[]> {
      return (await store.dueOutbox(after(minutes), limit)).map(({ entry }) => entry.id);
    }
  });
}

function noticeFor(session: SessionRecord, kind: NoticeKind) {
  return addNotice(session, { id: randomUUID(), kind, channels: ['events'] });
}

function changed(entry: OutboxEntry, delivery: Partial<Delivery>): OutboxEntry {
  return { ...entry, deliveries: entry.deliveries.map((one) => ({ ...one, ...delivery })) };
}

/** A session with so many more messages of a kilobyte each. */
function manyOf(before: SessionRecord, count: number) {
  let session = before;
  const added = [...Array(count)].map(() => {
    const appended = append(session, draft('x'.repeat(1_000)), START);
    ({ session } = appended);
    return appended.message;
  });
  return { session, append: added };
}
