import { singleFlight } from '../../../lib/concurrency.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type { AgentSessionsReply } from '../../../desk/wire/agent.ts';
import type { Store } from '../../ui/store.ts';
import { isAfter, replaceRows, withRow, withRows, type Filter, type View } from '../model/rows.ts';
import type { AgentApi } from '../../ui/agent-api.ts';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { without, type DeskState } from './state.ts';

export interface Queue {
  /** Fetches every shown list. Calls during a run share the next run. */
  refresh(): Promise<void>;
  show(view: View): Promise<void>;
  narrow(filter: Filter): Promise<void>;
  /** Fetches the next page of the current view. */
  more(): Promise<void>;
  /** Merges a conversation from an event. */
  receive(row: ListedSession): void;
}

const PAGE_SIZE = 50;
const MAX_ROWS = 200;

/** The list of conversations, reloaded regularly and updated by events. */
export function deskQueue(state: Store<DeskState>, api: AgentApi): Queue {
  /** Rows that an event changed during the request. They are newer than its response. */
  let changedRows = new Set<string>();

  const list = (query: Record<string, string | number | undefined>) =>
    api.get<AgentSessionsReply>(apiPath('agent/sessions', query));

  const viewQuery = ({ view, filter }: DeskState) => ({
    status: view === 'closed' ? 'closed' : filter.status,
    sourceDomain: filter.sourceDomain,
    tag: filter.tagId,
  });

  /** Whether a response is for the list on the screen. */
  const isShown = (desk: DeskState, asked: DeskState) =>
    desk.view === asked.view && desk.filter === asked.filter;

  async function fetchAll(): Promise<void> {
    const asked = state.get();
    const { view, rows } = asked;
    changedRows = new Set();
    try {
      const loaded = Math.min(MAX_ROWS, Math.max(PAGE_SIZE, rows.size));
      const [waiting, mine, shown] = await Promise.all([
        list({ status: 'human_requested', limit: MAX_ROWS }),
        list({ status: 'claimed', claimedBy: 'me', limit: MAX_ROWS }),
        view === 'queue' ? undefined : list({ ...viewQuery(asked), limit: loaded }),
      ]);
      const fetched = [...waiting.sessions, ...mine.sessions, ...(shown?.sessions ?? [])];
      const own = new Set(waiting.ownWidgets);
      // Keeps rows beyond the size of one response, with their cursor.
      const last =
        rows.size > MAX_ROWS && shown?.nextCursor !== undefined ? shown.sessions.at(-1) : undefined;
      state.update((desk) => {
        const cursor = (last && desk.cursors[view]) ?? shown?.nextCursor;
        const keeps = (row: ListedSession) =>
          changedRows.has(row.sessionId) ||
          row.sessionId === desk.openId ||
          (last !== undefined && isAfter(row, last, own));
        return {
          ...without(desk, 'listProblem', 'groupsLeftOut'),
          ...(waiting.groupsLeftOut && { groupsLeftOut: true }),
          own,
          listed: true,
          rows: replaceRows(desk.rows, fetched, keeps),
          ...(isShown(desk, asked) && { cursors: cursor === undefined ? {} : { [view]: cursor } }),
        };
      });
    } catch (thrown) {
      state.update((desk) => ({ ...desk, listProblem: sentenceOf(thrown) }));
    }
  }

  const queue: Queue = {
    refresh: singleFlight(fetchAll),
    async show(view) {
      state.update((desk) => ({ ...desk, view, filter: without(desk.filter, 'status'), cursors: {} }));
      await queue.refresh();
    },
    async narrow(filter) {
      const { filter: before } = state.get();
      const asksAgain =
        filter.status !== before.status ||
        filter.sourceDomain !== before.sourceDomain ||
        filter.tagId !== before.tagId;
      state.update((desk) => ({ ...desk, filter, ...(asksAgain && { cursors: {} }) }));
      if (asksAgain) await queue.refresh();
    },
    async more() {
      const asked = state.get();
      const { view, cursors } = asked;
      const cursor = cursors[view];
      if (cursor === undefined) return;
      try {
        const { sessions, nextCursor } = await list({ ...viewQuery(asked), limit: PAGE_SIZE, cursor });
        state.update((desk) => ({
          ...desk,
          rows: withRows(desk.rows, sessions),
          ...(isShown(desk, asked) && {
            cursors: nextCursor === undefined ? {} : { [view]: nextCursor },
          }),
        }));
      } catch (thrown) {
        state.update((desk) => ({ ...desk, listProblem: sentenceOf(thrown) }));
      }
    },
    receive(row) {
      changedRows.add(row.sessionId);
      state.update((desk) => ({ ...desk, rows: withRow(desk.rows, row) }));
    },
  };
  return queue;
}
