import { NO_GROUP_WIDGETS, type AgentGroupWidgets } from '../../../domain/agent-groups.ts';
import type { AgentStatus } from '../../../domain/availability.ts';
import type { ListedSession, SessionRecord } from '../../../domain/records/session.ts';
import type { AgentSessionDetail, AssistantDraft, ColleaguesReply, PlanStatus } from '../../../wire/agent.ts';
import type { CannedValues } from '../../../domain/canned-variables.ts';
import type { CannedReply } from '../../../domain/records/canned-reply.ts';
import type { Tag } from '../../../domain/records/tag.ts';
import type { Mention } from '../../../domain/records/mention.ts';
import type { Note } from '../../../domain/records/note.ts';
import { keepLast } from '../../ui/memo.ts';
import type { Store } from '../../ui/store.ts';
import { EMPTY_THREAD, unreadIn, type Thread } from '../model/thread.ts';
import type { Viewers } from '../model/viewers.ts';
import { isMine, sectionsOf, type Filter, type Rows, type Section, type View } from '../model/rows.ts';
import type { Problem } from '../../ui/request.ts';
import { isSnoozed } from '../../../domain/snooze-time.ts';
import type { Mode } from './agent-storage.ts';
import type { Connection } from './realtime.ts';

/** The signed-in agent. */
export interface Me {
  oid: string;
  name: string;
}

/** A short message about what has just happened; `bad` for a failure. */
export interface Notice {
  tone: 'info' | 'bad';
  sentence: string;
  /** Repeats what has failed. */
  retry?: () => void;
}

/** A draft that the assistant writes on demand. */
export interface Written {
  running: boolean;
  draft?: AssistantDraft;
  problem?: string;
}

/**
 * A close by the agent: it can be undone (`seq` is the last message at that time), it is being sent (`waits`:
 * for earlier messages), or it failed.
 */
export type Closing =
  | { phase: 'waiting'; seq: number }
  | { phase: 'sending'; waits: boolean }
  | { phase: 'stopped'; isFailure: boolean; sentence: string; canRetry?: true };

/** The state of one conversation in addition to its row in the list. */
export interface Conversation extends Thread {
  /** Whether its messages have been loaded once. */
  loaded: boolean;
  problem?: Problem;
  /** Why its details and its notes could not be loaded. */
  aboutProblem?: string;
  notes: readonly Note[];
  about: Pick<SessionRecord, 'pageUrl' | 'locale' | 'pages' | 'contact' | 'visitorRating'> &
    Pick<AgentSessionDetail, 'takesFiles' | 'takesEmail' | 'emails'>;
  notice?: Notice;
  /** When the visitor last typed, and the `seq` up to which they have read. */
  visitorTypedAtMs: number;
  visitorSeen: number;
  /** The values of the variables of canned replies, once they are known; or why they are not. */
  cannedValues?: CannedValues;
  cannedValuesProblem?: string;
  suggestion?: Written;
  summary?: Written;
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

export interface DeskState {
  me: Me;
  connection: Connection;
  /** Whether the desk was connected before, so that `down` means a loss. */
  wasLive: boolean;
  signedOut: boolean;
  rows: Rows;
  /** Whether the list has been loaded once. */
  listed: boolean;
  listProblem?: string;
  view: View;
  filter: Filter;
  /** The registered widgets of the agent's own groups. */
  own: AgentGroupWidgets;
  /** The agent's token lacks the groups, because there are too many. */
  groupsLeftOut?: true;
  /** Every source domain seen so far, by name. */
  domains: readonly string[];
  /** When the list was last sorted by who is snoozed, in milliseconds. */
  snoozesAtMs: number;
  /** The tags of the deployment by name, once they are known. */
  tags?: readonly Tag[];
  /** The cursor of each view's next page. */
  cursors: Partial<Record<View, string>>;
  openId?: string;
  conversations: ReadonlyMap<string, Conversation>;
  /** In the order of closing. */
  closings: ReadonlyMap<string, Closing>;
  /** The colleagues who have conversations open. */
  viewers: Viewers;
  /** The notes that mention the agent, newest first. */
  mentions: readonly Mention[];
  /** The other agents of the last 30 days, once they are loaded. */
  colleagues?: readonly Colleague[];
  /** A model is connected, which can translate. */
  translates?: true;
  /** The language into which the agent has messages translated; absent: off. */
  translateTo?: string;
  /** Unsent texts, by conversation. */
  drafts: Readonly<Record<Mode, ReadonlyMap<string, string>>>;
  /** The last read message of each conversation. */
  readUpTo: ReadonlyMap<string, number>;
  /** The agent's choice, once it is known; `problem` says why the last one was not stored. */
  availability?: { status: AgentStatus; saving?: boolean; problem?: string };
  plan?: PlanStatus;
  /** Set by a claim that was refused because of the seat quota. */
  refusedSeat?: { sentence: string; upgradeUrl?: string };
  /** The next waiting conversation is being claimed. */
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

/** The known state of a conversation. */
export const conversationOf = ({ conversations }: DeskState, sessionId: string): Conversation =>
  conversations.get(sessionId) ?? EMPTY_CONVERSATION;

/** The language that the agent reads and writes in place of the visitor's; undefined while that is off. */
export const readingLanguage = ({ translates, translateTo }: DeskState): string | undefined =>
  translates ? translateTo : undefined;

/** Whether the agent has closed a conversation, even if that is not sent yet. */
export function isClosing({ closings }: Pick<DeskState, 'closings'>, sessionId: string): boolean {
  const phase = closings.get(sessionId)?.phase;
  return phase === 'waiting' || phase === 'sending';
}

/** Whether the agent has claimed a conversation, and not closed it. */
export const isHandling = (
  desk: Pick<DeskState, 'closings' | 'me'>,
  row: ListedSession | undefined,
): row is ListedSession => row !== undefined && isMine(row, desk.me.oid) && !isClosing(desk, row.sessionId);

/** The number of unread visitor messages in one of the agent's conversations. */
export const unreadOf = (desk: DeskState, row: ListedSession): number =>
  isHandling(desk, row)
    ? unreadIn(conversationOf(desk, row.sessionId), desk.me.oid, desk.readUpTo.get(row.sessionId) ?? 0)
    : 0;

type Listing = Pick<DeskState, 'rows' | 'view' | 'filter' | 'own' | 'closings' | 'me' | 'snoozesAtMs'>;

/** The sections of the list. To put a thousand rows in order takes longer than all else of a key. */
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

/** Updates one conversation of the desk. */
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
