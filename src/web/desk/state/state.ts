import { NO_GROUP_WIDGETS, type AgentGroupWidgets } from '../../../conversations/rules/agent-groups.ts';
import type { AgentStatus, VisitorPresence } from '../../../availability/rules/agent-status.ts';
import type { SessionRecord } from '../../../conversations/records/session.ts';
import type { ListedSession } from '../../../conversations/records/public-session.ts';
import type {
  AgentSessionDetail,
  AssistantDraft,
  ColleaguesReply,
  PlanStatus,
} from '../../../desk/wire/agent.ts';
import type { CannedValues } from '../../../conversations/rules/canned-variables.ts';
import type { CannedReply } from '../../../conversations/records/canned-reply.ts';
import type { Tag } from '../../../conversations/records/tag.ts';
import type { Mention } from '../../../conversations/records/mention.ts';
import type { Note } from '../../../conversations/records/note.ts';
import { keepLast } from '../../ui/memo.ts';
import type { Store } from '../../ui/store.ts';
import { EMPTY_THREAD, unreadIn, type Thread } from '../model/thread.ts';
import type { Viewers } from '../model/viewers.ts';
import { isMine, sectionsOf, type Filter, type Rows, type Section, type View } from '../model/rows.ts';
import { UNREACHABLE, type Problem } from '../../ui/request.ts';
import { isSnoozed } from '../../../conversations/rules/snooze.ts';
import type { Mode } from './agent-storage.ts';
import type { Connection } from './realtime.ts';

/** The signed-in agent. */
export interface Me {
  oid: string;
  name: string;
}

/** A short message about an event. `bad` is a failure. */
export interface Notice {
  tone: 'info' | 'bad';
  sentence: string;
  /** Repeats the failed action. */
  retry?: () => void;
}

/** A draft or summary by the assistant. */
export interface RequestedDraft {
  running: boolean;
  draft?: AssistantDraft;
  problem?: string;
}

/**
 * A close by this agent: it can be undone (`seq` is the last message then), it is being sent (`waits`: after
 * earlier messages), or it failed.
 */
export type Closing =
  | { phase: 'waiting'; seq: number }
  | { phase: 'sending'; waits: boolean }
  | { phase: 'stopped'; isFailure: boolean; sentence: string; canRetry?: true };

/** The state of a conversation in addition to its row in the list. */
export interface Conversation extends Thread {
  /** Whether its messages were loaded. */
  loaded: boolean;
  problem?: Problem;
  /** Why details and notes could not be loaded. */
  aboutProblem?: string;
  notes: readonly Note[];
  about: Pick<SessionRecord, 'pageUrl' | 'locale' | 'pages' | 'contact' | 'visitorRating'> &
    Pick<AgentSessionDetail, 'takesFiles' | 'emailTo' | 'emailObstacle' | 'visitorAt' | 'emails'>;
  /** Whether the visitor is on the page; `sinceMs`: when this desk saw them leave. */
  visitorPresence?: { is: VisitorPresence; sinceMs?: number };
  notice?: Notice;
  /** When the visitor last typed, in milliseconds, and the `seq` up to which they have read. */
  visitorTypedAtMs: number;
  visitorSeen: number;
  /** The values of canned replies' variables, or why they could not be loaded. */
  cannedValues?: CannedValues;
  cannedValuesProblem?: string;
  suggestion?: RequestedDraft;
  summary?: RequestedDraft;
  /** The action in progress. */
  acting?: string;
}

export const EMPTY_CONVERSATION: Conversation = {
  ...EMPTY_THREAD,
  loaded: false,
  notes: [],
  about: {},
  visitorTypedAtMs: 0,
  visitorSeen: 0,
};

export type Colleague = ColleaguesReply['colleagues'][number];
/** The agents of a registered widget, to whom a conversation can be passed on. */
export type AgentGroup = ColleaguesReply['groups'][number];

export interface DeskState {
  me: Me;
  connection: Connection;
  /** Whether the desk was connected before, so that `down` means that the connection was lost. */
  wasLive: boolean;
  signedOut: boolean;
  rows: Rows;
  /** Whether the list was loaded. */
  listed: boolean;
  listProblem?: string;
  view: View;
  filter: Filter;
  /** The registered widgets of the agent's groups. */
  own: AgentGroupWidgets;
  /** Set if the agent's token has no groups because there are too many. */
  groupsLeftOut?: true;
  /** All known source domains, sorted. */
  domains: readonly string[];
  /** When the list was last sorted by snoozes, in milliseconds. */
  snoozesAtMs: number;
  /** The deployment's tags by name; undefined until loaded. */
  tags?: readonly Tag[];
  /** The cursor of the next page, by view. */
  cursors: Partial<Record<View, string>>;
  openId?: string;
  conversations: ReadonlyMap<string, Conversation>;
  /** In the order of closing. */
  closings: ReadonlyMap<string, Closing>;
  /** Colleagues who have conversations open. */
  viewers: Viewers;
  /** The notes that mention the agent, newest first. */
  mentions: readonly Mention[];
  /** The other agents; undefined until loaded. */
  colleagues?: readonly Colleague[];
  /** Set if a connected model can translate. */
  translates?: true;
  /** Set if a connected model can suggest replies and summarize. */
  drafting?: true;
  /** The target language for messages; missing: translation is off. */
  translateTo?: string;
  /** Unsent texts by conversation. */
  drafts: Readonly<Record<Mode, ReadonlyMap<string, string>>>;
  /** The last read message of each conversation. */
  readUpTo: ReadonlyMap<string, number>;
  /**
   * The agent's availability; undefined until loaded. `problem` is set if the last choice could not be
   * stored.
   */
  availability?: { status: AgentStatus; saving?: boolean; problem?: string };
  plan?: PlanStatus;
  /** Set by a claim that the seat quota refused. */
  refusedSeat?: { sentence: string; upgradeUrl?: string };
  /** Set while the next waiting conversation is being claimed. */
  claimingNext?: true;
  /** Why no next conversation was claimed. */
  nextNotice?: Notice;
  canned?: readonly CannedReply[];
  /** Why the canned replies could not be loaded. */
  cannedProblem?: string;
}

export function initialState(me: Me): DeskState {
  return {
    me,
    connection: 'connecting',
    wasLive: false,
    signedOut: false,
    rows: new Map(),
    listed: false,
    view: 'queue',
    filter: {},
    own: NO_GROUP_WIDGETS,
    domains: [],
    snoozesAtMs: Date.now(),
    cursors: {},
    conversations: new Map(),
    closings: new Map(),
    viewers: new Map(),
    mentions: [],
    drafts: { reply: new Map(), note: new Map() },
    readUpTo: new Map(),
  };
}

/** The state of a conversation; empty if it was never opened. */
export const conversationOf = ({ conversations }: DeskState, sessionId: string): Conversation =>
  conversations.get(sessionId) ?? EMPTY_CONVERSATION;

/**
 * A failure for a notice in a pane. Undefined for a lost connection that the banner shows already, while the
 * pane has something to show.
 */
export function paneProblem(
  { connection }: Pick<DeskState, 'connection'>,
  sentence: string | undefined,
  isLoaded: boolean,
): string | undefined {
  return connection === 'down' && isLoaded && sentence === UNREACHABLE ? undefined : sentence;
}

/** The language that the agent reads and writes; undefined if translation is off. */
export const readingLanguage = ({ translates, translateTo }: DeskState): string | undefined =>
  translates ? translateTo : undefined;

/** Whether the agent has closed a conversation, even if that can still be undone. */
export function isClosing({ closings }: Pick<DeskState, 'closings'>, sessionId: string): boolean {
  const phase = closings.get(sessionId)?.phase;
  return phase === 'waiting' || phase === 'sending';
}

/** Whether the agent has claimed a conversation and not closed it. */
export const isHandling = (
  desk: Pick<DeskState, 'closings' | 'me'>,
  row: ListedSession | undefined,
): row is ListedSession => row !== undefined && isMine(row, desk.me.oid) && !isClosing(desk, row.sessionId);

/** Whether a reply reopens a conversation: it is closed, and not only by this desk so far. */
export const reopensByReply = (
  desk: Pick<DeskState, 'closings'>,
  { sessionId, status }: ListedSession,
): boolean => status === 'closed' && !isClosing(desk, sessionId);

/** The number of unread visitor messages in a conversation of the agent. */
export const unreadOf = (desk: DeskState, row: ListedSession): number =>
  isHandling(desk, row)
    ? unreadIn(conversationOf(desk, row.sessionId), desk.me.oid, desk.readUpTo.get(row.sessionId) ?? 0)
    : 0;

type Listing = Pick<DeskState, 'rows' | 'view' | 'filter' | 'own' | 'closings' | 'me' | 'snoozesAtMs'>;

/** The sections of the list. Memoized, because sorting a thousand rows takes longer than handling a key. */
export const listedSections = ({
  rows,
  view,
  filter,
  own,
  closings,
  me,
  snoozesAtMs,
}: Listing): readonly Section[] => sectionsIn({ rows, view, filter, own, closings, me, snoozesAtMs });

const sectionsIn = keepLast((listing: Listing) =>
  sectionsOf(listing.rows, listing.view, listing.filter, {
    isInHand: (row) => isHandling(listing, row),
    isAsleep: (row) => isSnoozed(row, listing.snoozesAtMs),
    widgets: listing.own,
  }),
);

export function updateConversation(
  state: Store<DeskState>,
  sessionId: string,
  change: (conversation: Conversation) => Conversation,
): void {
  state.update((desk) => {
    const known = conversationOf(desk, sessionId);
    const next = change(known);
    if (next === known) return desk;
    return { ...desk, conversations: new Map(desk.conversations).set(sessionId, next) };
  });
}

/** Removes optional fields. */
export function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value };
  for (const name of names) Reflect.deleteProperty(rest, name);
  return rest;
}
