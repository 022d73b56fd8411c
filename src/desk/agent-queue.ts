import {
  NO_GROUP_WIDGETS,
  agentGroupWidgets,
  type AgentMemberships,
  type GroupedWidget,
  type AgentGroupWidgets,
} from '../conversations/rules/agent-groups.ts';
import { refreshedCache } from '../lib/caching.ts';
import { derivedId } from '../lib/ids.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { Page, Ports, QueueQuery } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';

/** A page of conversations in one agent's order. */
interface AgentQueuePage extends Page<SessionRecord> {
  /** The registered widgets of the agent's own groups; absent if no widget names groups. */
  own?: AgentGroupWidgets;
}

/** The age in milliseconds from which cached groups are refreshed in the background. */
const FRESH_MS = 15_000;
const MAX_AGE_MS = 60_000;

/** A cursor: the part of the list, a hash of its widgets, and the cursor of the store. */
const PART = /^(own|rest)\.([\w-]+)\.(.*)$/s;

/** A hash of a set of widgets, for a cursor. */
const markOf = (own: AgentGroupWidgets): string => derivedId('own-widgets', [...own].sort().join());

type Dependencies = Pick<Ports, 'clock' | 'store'> & {
  widgets: Pick<WidgetRegistry, 'list'>;
  background: Background;
};

/**
 * Combines two ranges of the store's list: conversations waiting on the widgets of the agent's own groups,
 * then the others. An agent without own widgets needs one query.
 */
export function agentQueue({ clock, store, widgets, background }: Dependencies) {
  const ages = { freshMs: FRESH_MS, maxAgeMs: MAX_AGE_MS };
  const cache = refreshedCache<(GroupedWidget & { name: string })[]>({ clock, background, ...ages, max: 1 });

  async function groupedWidgets(): Promise<(GroupedWidget & { name: string })[]> {
    return (await widgets.list()).flatMap(({ widget: { id, name, agentGroups = [] } }) =>
      agentGroups.length === 0 ? [] : [{ id, name, agentGroups }],
    );
  }

  /**
   * `own` first, and the rest after it if the page has room. If `own` changes between two pages, the whole
   * list follows: a conversation may be listed twice, but is never missing.
   */
  async function inParts(query: QueueQuery, own: AgentGroupWidgets): Promise<Page<SessionRecord>> {
    const { cursor, ...asked } = query;
    const mark = markOf(own);
    const [, part = 'own', before = mark, position = ''] = PART.exec(cursor ?? '') ?? [];
    const from = position !== '' && { cursor: position };
    if (before !== mark) return await store.queue({ ...asked, ...(part === 'rest' && from) });
    if (part === 'rest') return await rest({ ...asked, ...from }, own);
    const waiting = { ...asked, ...from, status: 'human_requested', ofWidgets: [...own] } as const;
    const { items, nextCursor } = await store.queue(waiting);
    if (nextCursor !== undefined) return { items, nextCursor: `own.${mark}.${nextCursor}` };
    if (items.length === query.limit) return { items, nextCursor: `rest.${mark}.` };
    const others = await rest({ ...asked, limit: query.limit - items.length }, own);
    return { ...others, items: [...items, ...others.items] };
  }

  async function rest(query: QueueQuery, own: AgentGroupWidgets): Promise<Page<SessionRecord>> {
    const { items, nextCursor } = await store.queue({ ...query, withoutWaitingOn: [...own] });
    return { items, ...(nextCursor !== undefined && { nextCursor: `rest.${markOf(own)}.${nextCursor}` }) };
  }

  return {
    async page(query: QueueQuery, agent: AgentMemberships): Promise<AgentQueuePage> {
      const known = await cache.get('', groupedWidgets);
      const own = known.length === 0 ? NO_GROUP_WIDGETS : agentGroupWidgets(known, agent);
      const { status = 'human_requested', cursor } = query;
      // A list continues in its initial mode, even if the agent's groups have changed.
      const isInParts = cursor === undefined ? own.size > 0 : PART.test(cursor);
      const hasWaiting = status === 'human_requested' && query.claimedBy === undefined;
      const page = isInParts && hasWaiting ? await inParts(query, own) : await store.queue(query);
      return { ...page, ...(known.length > 0 && { own }) };
    },
    /** The registered widgets that name agent groups, by name: their agents are a group. */
    async groups(): Promise<{ id: string; name: string }[]> {
      const known = await cache.get('', groupedWidgets);
      return known
        .map(({ id, name }) => ({ id, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    /** Clears the cache after this instance changed a widget. */
    invalidateWidgets: (): void => cache.forget(''),
  };
}

/** The agents' list, in the order of `agentRank` for each agent. */
export type AgentQueue = ReturnType<typeof agentQueue>;
