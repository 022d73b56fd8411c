import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/core/errors.ts';
import type { QueueQuery } from '../../src/ports.ts';
import { queueRank } from '../../src/conversations/rules/agent-queue.ts';
import { wantedFacets, type FacetFilter } from '../../src/conversations/rules/session-facets.ts';
import { SESSION_STATUSES, type SessionRecord } from '../../src/conversations/records/session.ts';
import { after, begin, change, pages, say, START, freshStore } from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** The lists of sessions, and their paging. */
export function conversationListsContract(name: string, open: OpenConversations): void {
  describe(`${name}, when it lists sessions`, () => {
    const store = freshStore(open);

    /** A session that began, was last spoken in and cost so much; stored in one go. */
    async function stored(changes: Partial<SessionRecord> & { createdAt?: string } = {}): Promise<string> {
      const { createdAt: at = START } = changes;
      return (await begin(store, 'hi', { at, session: changes })).session.sessionId;
    }
    const ids = (sessions: readonly SessionRecord[]) => sessions.map(({ sessionId }) => sessionId);

    it('lists the newest conversations first, by when they began', async () => {
      const old = await stored({ createdAt: after(0) });
      const newest = await stored({ createdAt: after(2) });
      const middle = await stored({ createdAt: after(1) });
      await say(store, old, 'still here', { at: after(60) });
      const { items } = await store.list({ sortBy: 'recent', limit: 10 });
      expect(ids(items)).toEqual([newest, middle, old]);
      expect(items[2]).toEqual((await store.load(old))?.session);
    });

    it('lists the conversations with the highest current cost first', async () => {
      const cheap = await stored({ cost: 0.01 });
      const dear = await stored({ cost: 2.5 });
      const grown = await stored({ cost: 0 });
      await change(store, grown, { cost: 1 });
      const { items } = await store.list({ sortBy: 'cost', limit: 10 });
      expect(ids(items)).toEqual([dear, grown, cheap]);
    });

    it.each(['recent', 'cost'] as const)(
      'lists by %s only sessions with a message since the given time',
      async (sortBy) => {
        const since = START;
        const wanted = [
          await stored({ createdAt: after(-5000), lastMessageAt: START, cost: 1 }),
          await stored({ createdAt: after(-20), lastMessageAt: after(5), cost: 2 }),
          await stored({ createdAt: after(3000), lastMessageAt: after(3000), cost: 3 }),
        ];
        await stored({ createdAt: after(-21), lastMessageAt: after(-1), cost: 9 });
        await stored({ createdAt: after(-9000), lastMessageAt: after(-9000), cost: 9 });
        const { items } = await store.list({ sortBy, activeSince: since, limit: 10 });
        expect(ids(items)).toEqual(wanted.reverse());
        const byPages = await pages((cursor) =>
          store.list({ sortBy, activeSince: since, limit: 1, ...cursor }),
        );
        expect(byPages.map(ids)).toEqual(wanted.map((id) => [id]));
      },
    );

    it('queues only sessions with a message since the given time', async () => {
      await stored({ createdAt: after(-21), lastMessageAt: after(-1) });
      const unanswered = await stored({ createdAt: after(-20), lastMessageAt: after(5) });
      const waiting = await stored({
        status: 'human_requested',
        humanRequestedAt: START,
        lastMessageAt: START,
      });
      await stored({ status: 'human_requested', humanRequestedAt: after(-9), lastMessageAt: after(-9) });
      expect(ids((await store.queue({ activeSince: START, limit: 10 })).items)).toEqual([
        waiting,
        unanswered,
      ]);
    });

    it.each(['recent', 'cost'] as const)(
      'lists by %s only the sessions with the given status',
      async (sortBy) => {
        const closed = await stored({ status: 'closed', cost: 1 });
        await stored();
        const moved = await stored();
        await change(store, moved, { status: 'closed', cost: 2 });
        const inState = { sortBy, status: 'closed', limit: 10 } as const;
        expect(new Set(ids((await store.list(inState)).items))).toEqual(new Set([closed, moved]));
        const { items } = await store.list({ ...inState, activeSince: START });
        expect(new Set(ids(items))).toEqual(new Set([closed, moved]));
      },
    );

    it('queues sessions that wait for an agent first, longest wait first, then the others by their latest message', async () => {
      const quiet = await stored({ lastMessageAt: after(1) });
      const busy = await stored({ status: 'claimed', claimedBy: 'mia', lastMessageAt: after(9) });
      const waiting = { status: 'human_requested', lastMessageAt: after(8) } as const;
      const justNow = await stored({ ...waiting, humanRequestedAt: after(7) });
      const longest = await stored({ ...waiting, humanRequestedAt: after(2) });
      const { items } = await store.queue({ limit: 10 });
      expect(ids(items)).toEqual([longest, justNow, busy, quiet]);
      await say(store, quiet, 'hello?', { at: after(10) });
      expect(ids((await store.queue({ limit: 10 })).items)).toEqual([longest, justNow, quiet, busy]);
    });

    it('queues by state and by who has claimed', async () => {
      await stored();
      const mine = await stored({ status: 'claimed', claimedBy: 'mia' });
      const theirs = await stored({ status: 'claimed', claimedBy: 'lee' });
      const done = await stored({ status: 'closed', claimedBy: 'mia', lastMessageAt: after(-1) });
      const queue = async (query: { status?: SessionRecord['status']; claimedBy?: string }) =>
        ids((await store.queue({ ...query, limit: 10 })).items);
      expect(await queue({ claimedBy: 'mia' })).toEqual([mine, done]);
      expect(await queue({ claimedBy: 'mia', status: 'claimed' })).toEqual([mine]);
      expect(new Set(await queue({ status: 'claimed' }))).toEqual(new Set([mine, theirs]));
      expect(await queue({ claimedBy: 'nobody' })).toEqual([]);
      await change(store, mine, { status: 'claimed', claimedBy: 'lee' });
      expect(await queue({ claimedBy: 'mia' })).toEqual([done]);
    });

    it('queues by registered widget, and leaves out sessions that wait on the excluded widgets', async () => {
      const on = (id: string) => ({ widget: { id, name: id, primaryDomain: 'shop.example' } });
      const waits = { status: 'human_requested', humanRequestedAt: after(1) } as const;
      const sales = await stored({ ...waits, ...on('sales'), lastMessageAt: after(9) });
      const support = await stored({ ...waits, ...on('support'), humanRequestedAt: after(2) });
      const plain = await stored({ ...waits, humanRequestedAt: after(3) });
      const unasked = await stored({ ...on('sales'), lastMessageAt: after(8) });
      const quiet = await stored({ lastMessageAt: after(7) });
      const query = { limit: 10, consistency: 'strong' } as const;
      const queue = async (more: Partial<QueueQuery>) =>
        ids((await store.queue({ ...query, ...more })).items);
      expect(await queue({ ofWidgets: ['sales', 'other'], status: 'human_requested' })).toEqual([sales]);
      expect(await queue({ ofWidgets: ['sales'] })).toEqual([sales, unasked]);
      expect(await queue({ ofWidgets: [] })).toEqual([]);
      expect(await queue({ withoutWaitingOn: ['sales'] })).toEqual([support, plain, unasked, quiet]);
      expect(await queue({ withoutWaitingOn: ['sales', 'support'], status: 'human_requested' })).toEqual([
        plain,
      ]);
      expect(await queue({ withoutWaitingOn: [] })).toEqual([sales, support, plain, unasked, quiet]);
      const byPages = await pages((cursor) =>
        store.queue({ withoutWaitingOn: ['support'], limit: 2, ...cursor }),
      );
      expect(byPages.flatMap(ids)).toEqual([sales, plain, unasked, quiet]);
    });

    it('queues a session that was transferred to the agents of another widget under that widget', async () => {
      const on = (id: string) => ({ widget: { id, name: id, primaryDomain: 'shop.example' } });
      const waits = { status: 'human_requested', humanRequestedAt: after(1) } as const;
      const passedOn = await stored({ ...waits, ...on('sales'), queuedFor: 'support' });
      const plain = await stored({ ...waits, humanRequestedAt: after(2), queuedFor: 'support' });
      const sales = await stored({ ...waits, ...on('sales'), humanRequestedAt: after(3) });
      const queue = async (more: Partial<QueueQuery>) =>
        ids((await store.queue({ limit: 10, consistency: 'strong', ...more })).items);
      expect(await queue({ ofWidgets: ['support'] })).toEqual([passedOn, plain]);
      expect(await queue({ ofWidgets: ['sales'] })).toEqual([sales]);
      expect(await queue({ withoutWaitingOn: ['support'] })).toEqual([sales]);
      expect(await queue({ withoutWaitingOn: ['sales'] })).toEqual([passedOn, plain]);
    });

    it('lists, queues and reports by tag, with and without other filters', async () => {
      const [refund, bug] = ['0b0f6e8e-6a3c-4d5e-9f10-0123456789ab', '1b0f6e8e-6a3c-4d5e-9f10-0123456789ab'];
      const tagged = [`tag:${refund}`];
      const origin = 'https://shop.example';
      const unclaimed = await stored({ createdAt: after(1), tagIds: [refund], cost: 1 });
      const mine = await stored({ createdAt: after(2), status: 'claimed', claimedBy: 'mia', origin });
      const done = { status: 'closed', closedAt: after(9), createdAt: after(3), origin } as const;
      const closed = await stored({ ...done, tagIds: [bug, refund] });
      await stored({ ...done, tagIds: [bug] });
      await stored({ createdAt: after(5) });
      await change(store, mine, { tagIds: [refund] });
      const listed = async (query: object) =>
        ids((await store.list({ sortBy: 'recent', facets: tagged, limit: 10, ...query })).items);
      expect(await listed({})).toEqual([closed, mine, unclaimed]);
      expect(await listed({ status: 'claimed' })).toEqual([mine]);
      expect(await listed({ activeSince: after(3) })).toEqual([closed]);
      expect(await listed({ sortBy: 'cost', status: 'open' })).toEqual([unclaimed]);
      const queued = async (query: object) =>
        ids((await store.queue({ tagId: refund, limit: 10, ...query })).items);
      expect(await queued({})).toEqual([closed, mine, unclaimed]);
      expect(await queued({ claimedBy: 'mia', sourceDomain: 'shop.example' })).toEqual([mine]);
      expect(await queued({ tagId: bug, claimedBy: 'mia' })).toEqual([]);
      const times = { from: START, to: after(10), limit: 10 };
      for (const order of ['newest', 'oldest'] as const) {
        const found = await store.closed({ ...times, order, facets: [...tagged, 'domain:shop.example'] });
        expect(ids(found.items)).toEqual([closed]);
        expect(ids((await store.closed({ ...times, order, facets: tagged })).items)).toEqual([closed]);
      }
      const byPages = await pages((cursor) => store.queue({ tagId: refund, limit: 1, ...cursor }));
      expect(byPages.map(ids)).toEqual([[closed], [mine], [unclaimed]]);
      await change(store, mine, { tagIds: [] });
      expect(await queued({})).toEqual([closed, unclaimed]);
    });

    it('lists by every filter and by all of them, in every status and within a time', async () => {
      const widget = { id: 'w1', name: 'Shop', primaryDomain: 'shop.example' };
      const mia = { visitor: { subject: 'u-7', name: 'Mia Jensen', email: 'Mia@Shop.example' } };
      const disliked = { helpful: 0, notHelpful: 1, unanswered: 0 };
      const first = await stored({ createdAt: after(1), locale: 'de-AT', ...mia });
      const rated = await stored({ createdAt: after(2), widget, answers: disliked, locale: 'de' });
      const left = { email: 'mia@shop.example', phone: '+45 12 34 56 78', leftAt: START };
      const contact = await stored({
        createdAt: after(3),
        widget,
        contact: left,
        status: 'claimed',
        claimedBy: 'lee',
      });
      const closed = await stored({ createdAt: after(4), ...mia, status: 'closed', closedAt: after(9) });
      await stored({ createdAt: after(5), locale: 'fr' });
      const cases: [FacetFilter, string[]][] = [
        [{ widget: 'w1' }, [contact, rated]],
        [{ widget: 'none', language: 'de' }, [first]],
        [{ agent: 'lee' }, [contact]],
        [{ rating: 'answer-not-helpful' }, [rated]],
        [{ rating: 'answer-helpful' }, []],
        [{ language: 'de-CH' }, [rated, first]],
        [{ person: 'jensen mia' }, [closed, first]],
        [{ person: 'MIA@shop.example' }, [closed, contact, first]],
        [{ person: 'u-7' }, [closed, first]],
        [{ person: '0045 1234 5678' }, [contact]],
        [{ person: 'mia@shop.example', widget: 'w1', agent: 'lee' }, [contact]],
        [{ person: 'Lee' }, []],
      ];
      for (const [filter, found] of cases) {
        const query = { sortBy: 'recent', facets: wantedFacets(filter) } as const;
        expect(ids((await store.list({ ...query, limit: 10 })).items), JSON.stringify(filter)).toEqual(found);
        const byPages = await pages((cursor) => store.list({ ...query, limit: 1, ...cursor }));
        expect(byPages.flatMap(ids)).toEqual(found);
        for (const more of [{ activeSince: START }, { from: after(1), to: after(5) }]) {
          expect(ids((await store.list({ ...query, ...more, limit: 10 })).items)).toEqual(found);
        }
      }
      const ofMia = {
        sortBy: 'recent',
        facets: wantedFacets({ person: 'mia@shop.example' }),
        limit: 10,
      } as const;
      const listed = async (more: object) => ids((await store.list({ ...ofMia, ...more })).items);
      expect(await listed({ status: 'closed' })).toEqual([closed]);
      expect(await listed({ status: 'claimed' })).toEqual([contact]);
      expect(await listed({ from: after(3), to: after(4) })).toEqual([contact]);
      expect(await listed({ sortBy: 'cost' })).toHaveLength(3);
      const times = { from: START, to: after(10), order: 'newest', limit: 10 } as const;
      expect(ids((await store.closed({ ...times, facets: ofMia.facets })).items)).toEqual([closed]);
    });

    it('finds a session only by its current filter value, and not after it is deleted', async () => {
      const sessionId = await stored({ status: 'claimed', claimedBy: 'mia' });
      const byAgent = async (agent: string) =>
        ids((await store.list({ sortBy: 'recent', facets: wantedFacets({ agent }), limit: 10 })).items);
      await change(store, sessionId, { claimedBy: 'lee' });
      expect([await byAgent('mia'), await byAgent('lee')]).toEqual([[], [sessionId]]);
      await store.delete(sessionId);
      expect(await byAgent('lee')).toEqual([]);
    });

    it('returns no cursor with the last page, even if it is full', async () => {
      expect(await store.list({ sortBy: 'recent', limit: 2 })).toEqual({ items: [] });
      for (let n = 0; n < 4; n++) await stored();
      const found = await pages((cursor) => store.list({ sortBy: 'recent', limit: 2, ...cursor }));
      expect(found.map((page) => page.length)).toEqual([2, 2]);
    });

    it('continues after the cursor although newer conversations have started', async () => {
      const [second, first] = [await stored({ createdAt: after(1) }), await stored({ createdAt: after(2) })];
      const page = await store.list({ sortBy: 'recent', limit: 1 });
      await stored({ createdAt: after(3) });
      const next = await store.list({ sortBy: 'recent', limit: 5, cursor: page.nextCursor ?? '' });
      expect([ids(page.items), ids(next.items)]).toEqual([[first], [second]]);
    });

    it.each([
      ['an empty text', ''],
      ['plain text', 'not a cursor'],
      ['bytes', Buffer.from([0, 255, 254]).toString('base64url')],
      ['other JSON', Buffer.from('{"a":[1]}').toString('base64url')],
      ['JSON of other types', Buffer.from('[null,"x"]').toString('base64url')],
      ['something long', 'A'.repeat(1000)],
    ])('refuses %s as a cursor, and the error names the cursor', async (_what, cursor) => {
      await stored();
      const asked = [
        store.list({ sortBy: 'recent', limit: 5, cursor }),
        store.list({ sortBy: 'cost', limit: 5, cursor }),
        store.queue({ limit: 5, cursor }),
        store.search({ text: 'hi', limit: 5, cursor }),
      ];
      for (const outcome of await Promise.allSettled(asked)) {
        const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: 'validation-failed', details: { issues: [{ path: 'cursor' }] } });
      }
    });

    it('lists every session exactly once and in order, for any sessions and page size', async () => {
      const session = fc.record({
        status: fc.constantFrom(...SESSION_STATUSES),
        createdAt: fc.integer({ min: -4000, max: 0 }).map((n) => after(n - (n % 400))),
        lastMessageAt: fc.integer({ min: 0, max: 2 }).map((n) => after(n * 1440)),
        cost: fc.constantFrom(0, 0.1, 0.2, 1e-9, 3),
        claimedBy: fc.constantFrom('mia', 'lee'),
      });
      const sessions = fc.array(session, { minLength: 1, maxLength: 25 });
      const query = fc.record(
        { status: fc.constantFrom(...SESSION_STATUSES), activeSince: fc.constantFrom(START, after(1440)) },
        { requiredKeys: [] },
      );
      const written: SessionRecord[] = [];
      await fc.assert(
        fc.asyncProperty(sessions, query, fc.integer({ min: 1, max: 9 }), async (more, asked, limit) => {
          for (const changes of more) {
            const sessionId = await stored(changes);
            written.push((await store.load(sessionId))?.session ?? fail());
          }
          const { status, activeSince = '' } = asked;
          const wanted = written.filter(
            (one) => one.lastMessageAt >= activeSince && one.status === (status ?? one.status),
          );
          for (const sortBy of ['recent', 'cost'] as const) {
            const found = await pages((cursor) => store.list({ ...asked, sortBy, limit, ...cursor }));
            exactly(found, wanted, limit, ({ createdAt, cost }) =>
              sortBy === 'cost' ? -cost : -Date.parse(createdAt),
            );
          }
          const claimedBy = 'mia';
          const found = await pages((cursor) => store.queue({ ...asked, claimedBy, limit, ...cursor }));
          const mine = wanted.filter((one) => one.claimedBy === claimedBy);
          exactly(found, mine, limit, queueRank);
        }),
        { numRuns: 15 },
      );
    });

    function exactly<K>(
      found: SessionRecord[][],
      wanted: SessionRecord[],
      limit: number,
      key: (session: SessionRecord) => K,
    ): void {
      const listed = found.flat();
      expect(ids(listed).toSorted()).toEqual(ids(wanted).toSorted());
      const keys = listed.map(key);
      expect(keys).toEqual(keys.toSorted((a, b) => Number(a > b) - Number(a < b)));
      expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
  });
}

function fail(): never {
  throw new Error('There is no such session.');
}
