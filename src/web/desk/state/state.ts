import type { ListedSession, SessionRecord } from '../../../domain/session.ts';
import type { AssistantDraft, CannedReply, ColleaguesReply, Note, PlanStatus } from '../../../wire/agent.ts';
import type { Cell } from '../../ui/store.ts';
import { EMPTY_THREAD, unreadIn, type Thread } from '../model/thread.ts';
import { isMine, sectionsOf, type Filter, type Rows, type Section, type View } from '../model/rows.ts';
import type { Problem } from '../../ui/request.ts';
import type { Mode } from './kept.ts';
import type { Connection } from './realtime.ts';

/** Who sits at this desk. */
export interface Me {
  oid: string;
  name: string;
}

/** A line about what has just happened; `bad` where something did not work. */
export interface Notice {
  tone: 'info' | 'bad';
  sentence: string;
}

/** Something that the assistant writes on demand. */
export interface Written {
  running: boolean;
  draft?: AssistantDraft;
  problem?: string;
}

/**
 * A close that the agent has asked for: it can be undone (`seq` is the last message that the agent has closed it on), it is
 * on its way (`waits`: for messages that were sent before it), or it did not happen.
 */
export type Closing =
  | { phase: 'waiting'; seq: number }
  | { phase: 'sending'; waits: boolean }
  | { phase: 'stopped'; isFailure: boolean; sentence: string };

/** What this page knows of one conversation besides its row in the list. */
export interface Conversation extends Thread {
  /** Whether its messages have been fetched once. */
  loaded: boolean;
  problem?: Problem;
  notes: readonly Note[];
  about: Pick<SessionRecord, 'pageUrl' | 'locale'>;
  notice?: Notice;
  /** When the visitor was last seen typing, and up to which `seq` they have seen. */
  visitorTypedAtMs: number;
  visitorSeen: number;
  suggestion?: Written;
  summary?: Written;
  /** The name of the action that is under way. */
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

/** Everything that the desk shows. */
export interface DeskState {
  me: Me;
  connection: Connection;
  /** The desk has been live before, so that `down` means that something was lost. */
  wasLive: boolean;
  signedOut: boolean;
  rows: Rows;
  /** Whether the list has been fetched once. */
  listed: boolean;
  listProblem?: string;
  view: View;
  filter: Filter;
  /** Every source domain of a conversation that this desk has met, by name. */
  domains: readonly string[];
  /** Where the list of a view goes on. */
  cursors: Partial<Record<View, string>>;
  openId?: string;
  conversations: ReadonlyMap<string, Conversation>;
  /** In the order in which the agent has closed them. */
  closings: ReadonlyMap<string, Closing>;
  /** What the agent has written and not sent, by conversation. */
  drafts: Readonly<Record<Mode, ReadonlyMap<string, string>>>;
  /** The last message of each conversation that the agent has looked at. */
  readUpTo: ReadonlyMap<string, number>;
  plan?: PlanStatus;
  /** Set by a claim that was refused for want of a seat. */
  refusedSeat?: { sentence: string; upgradeUrl?: string };
  canned?: readonly CannedReply[];
  /** Why the canned replies could not be fetched. */
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
    domains: [],
    cursors: {},
    conversations: new Map(),
    closings: new Map(),
    drafts: { reply: new Map(), note: new Map() },
    readUpTo: new Map(),
  };
}

/** A conversation as far as it is known. */
export const conversationOf = ({ conversations }: DeskState, sessionId: string): Conversation =>
  conversations.get(sessionId) ?? EMPTY_CONVERSATION;

/** Whether the agent has closed a conversation, even if the service has not been told yet. */
export function isClosing({ closings }: Pick<DeskState, 'closings'>, sessionId: string): boolean {
  const phase = closings.get(sessionId)?.phase;
  return phase === 'waiting' || phase === 'sending';
}

/** Whether the agent has a conversation, and has not closed it. */
export const hasInHand = (
  desk: Pick<DeskState, 'closings' | 'me'>,
  row: ListedSession | undefined,
): row is ListedSession => row !== undefined && isMine(row, desk.me.oid) && !isClosing(desk, row.sessionId);

/** How many messages of the visitor the agent has not read, in a conversation of their own. */
export const unreadOf = (desk: DeskState, row: ListedSession): number =>
  hasInHand(desk, row)
    ? unreadIn(conversationOf(desk, row.sessionId), desk.me.oid, desk.readUpTo.get(row.sessionId) ?? 0)
    : 0;

/** What the list shows. */
export const listedSections = (desk: DeskState): Section[] =>
  sectionsOf(desk.rows, desk.view, desk.filter, (row) => hasInHand(desk, row));

/** Changes one conversation of the desk. */
export function updateConversation(
  state: Cell<DeskState>,
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

/** The same without some of its optional fields. */
export function without<T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
}
