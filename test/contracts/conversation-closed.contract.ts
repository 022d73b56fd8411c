import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../src/conversations/records/session.ts';
import { wantedFacets } from '../../src/conversations/rules/session-facets.ts';
import { sourceDomain } from '../../src/conversations/rules/origin.ts';
import type { ClosedQuery } from '../../src/ports.ts';
import { refusal } from '../support/refusal.ts';
import { after, begin, change, pages, say, START, freshStore } from '../support/stores/conversations.ts';
import type { OpenConversations } from './conversation-store.contract.ts';

/** The outcome of closed sessions, and their sources. */
export function conversationClosedContract(name: string, open: OpenConversations): void {
  describe(`${name}, listing closed sessions and filtering by source domain`, () => {
    const store = freshStore(open);

    const EVER = { from: '', to: '9', limit: 10, order: 'oldest' } as const;
    const stored = async (session: Partial<SessionRecord> = {}) =>
      (await begin(store, 'hi', { session })).session.sessionId;
    const closedAt = (time: string, more: Partial<SessionRecord> = {}) =>
      stored({ status: 'closed', claimedBy: 'mia', closedAt: time, ...more });
    const closed = async (query: Partial<ClosedQuery> = {}) =>
      (await store.closed({ ...EVER, ...query })).items.map(({ sessionId }) => sessionId);
    const widget = (primaryDomain: string) => ({ id: 'w', name: 'Shop', primaryDomain });

    it('lists only closed sessions, in the order in which they were closed', async () => {
      await stored();
      const later = await stored({ status: 'claimed', claimedBy: 'mia' });
      const first = await closedAt(after(1));
      expect(await closed()).toEqual([first]);
      await change(store, later, { status: 'closed', closedAt: after(3) });
      const between = await closedAt(after(2));
      expect(await closed()).toEqual([first, between, later]);
      expect(await closed({ order: 'newest' })).toEqual([later, between, first]);
      expect((await store.closed(EVER)).items[2]).toEqual((await store.load(later))?.session);
    });

    it('includes sessions that were closed at the start of the period, and excludes those closed at its end', async () => {
      await closedAt(after(-1));
      const [atStart, within] = [await closedAt(START), await closedAt(after(59))];
      const atEnd = await closedAt(after(60));
      const hour = { from: START, to: after(60), order: 'oldest' } as const;
      expect(await closed(hour)).toEqual([atStart, within]);
      expect(await closed({ from: after(60), to: after(120) })).toEqual([atEnd]);
      const found = await pages((cursor) => store.closed({ ...hour, limit: 1, ...cursor }));
      expect(found.flat().map(({ sessionId }) => sessionId)).toEqual([atStart, within]);
      expect(await closed({ ...hour, order: 'newest' })).toEqual([within, atStart]);
    });

    it('keeps the position of a closed session when a message is added to it', async () => {
      const [first, second] = [await closedAt(after(1)), await closedAt(after(2))];
      await say(store, first, 'an answer that was under way', { at: after(9) });
      expect(await closed()).toEqual([first, second]);
    });

    it('does not list a closed session after it is deleted', async () => {
      await store.delete(await closedAt(after(1), { origin: 'https://shop.example' }));
      expect(await closed()).toEqual([]);
      expect(await closed({ facets: ['domain:shop.example'] })).toEqual([]);
    });

    it("finds sessions by the domain of their widget, or by their site's host without a widget", async () => {
      const ofWidget = await closedAt(after(1), {
        widget: widget('shop.example'),
        origin: 'https://other.example',
      });
      const ofSite = await closedAt(after(2), { origin: 'http://shop.example:8080' });
      await closedAt(after(3), { origin: 'https://other.example' });
      await closedAt(after(4));
      expect(await closed({ facets: ['domain:shop.example'] })).toEqual([ofWidget, ofSite]);
      expect(await closed({ facets: ['domain:nowhere.example'] })).toEqual([]);
    });

    it('queues by source domain, with and without other filters', async () => {
      const origin = 'https://shop.example';
      const waiting = await stored({ status: 'human_requested', humanRequestedAt: START, origin });
      const mine = await stored({ status: 'claimed', claimedBy: 'mia', origin });
      await stored({ status: 'claimed', claimedBy: 'mia', origin: 'https://other.example' });
      await stored();
      const queue = async (query: { status?: SessionRecord['status']; claimedBy?: string }) =>
        (await store.queue({ sourceDomain: 'shop.example', limit: 10, ...query })).items.map(
          ({ sessionId }) => sessionId,
        );
      expect(await queue({})).toEqual([waiting, mine]);
      expect(await queue({ claimedBy: 'mia' })).toEqual([mine]);
      expect(await queue({ status: 'human_requested' })).toEqual([waiting]);
      expect(await queue({ status: 'human_requested', claimedBy: 'mia' })).toEqual([]);
      await say(store, mine, 'more', { at: after(5) });
      expect(await queue({})).toEqual([waiting, mine]);
    });

    it('refuses an invalid cursor', async () => {
      expect(await refusal(store.closed({ ...EVER, cursor: 'not a cursor' }))).toBe('validation-failed');
    });

    it('lists every closed session exactly once and in order, for any sessions and page size', async () => {
      const session = fc.record(
        {
          closedAt: fc.integer({ min: 0, max: 5 }).map(after),
          origin: fc.constantFrom('https://shop.example', 'https://other.example'),
          widget: fc.constantFrom(widget('shop.example'), widget('third.example')),
        },
        { requiredKeys: [] },
      );
      const query = fc.record(
        {
          order: fc.constantFrom('newest' as const, 'oldest' as const),
          sourceDomain: fc.constantFrom('shop.example', 'third.example', 'none.example'),
        },
        { requiredKeys: ['order'] },
      );
      const sessions = fc.array(session, { maxLength: 12 });
      const bound = fc.integer({ min: 0, max: 6 }).map(after);
      const written: SessionRecord[] = [];
      await fc.assert(
        fc.asyncProperty(
          sessions,
          query,
          bound,
          bound,
          fc.integer({ min: 1, max: 9 }),
          async (more, asked, from, to, limit) => {
            for (const one of more) {
              const status = one.closedAt === undefined ? 'open' : 'closed';
              written.push((await begin(store, 'hi', { session: { ...one, status } })).session);
            }
            const wanted = written.filter(
              (one) =>
                one.closedAt !== undefined &&
                one.closedAt >= from &&
                one.closedAt < to &&
                (asked.sourceDomain ?? sourceDomain(one)) === sourceDomain(one),
            );
            const found = await pages((cursor) =>
              store.closed({ order: asked.order, facets: wantedFacets(asked), from, to, limit, ...cursor }),
            );
            const ids = (some: readonly SessionRecord[]) => some.map(({ sessionId }) => sessionId).toSorted();
            expect(ids(found.flat())).toEqual(ids(wanted));
            const times = found.flat().map((one) => one.closedAt);
            expect(asked.order === 'newest' ? times.toReversed() : times).toEqual(times.toSorted());
            expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
          },
        ),
        { numRuns: 15 },
      );
    });
  });
}
