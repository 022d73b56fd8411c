import { randomUUID } from 'node:crypto';
import type { Activity } from '../../../src/availability/rules/activity.ts';
import type { TokenUsage } from '../../../src/spending/records/token-usage.ts';
import type { Message, MessageDraft } from '../../../src/conversations/records/message.ts';
import { append, startSession } from '../../../src/conversations/rules/session-messages.ts';
import type { SessionRecord } from '../../../src/conversations/records/session.ts';
import type { ConversationStore, Version } from '../../../src/ports.ts';
import { freshFixture } from '../fixtures.ts';

/** The start time of these tests. */
export const START = '2026-11-20T17:24:00.000Z';

/** A range that includes all hours of these tests. */
export const EVER = ['2026-11-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'] as const;

/** A time some minutes after `START`. */
export function after(minutes: number): string {
  return new Date(Date.parse(START) + minutes * 60_000).toISOString();
}

export function draft(content: string, more: Partial<MessageDraft> = {}): MessageDraft {
  return { id: randomUUID(), role: 'visitor', content, ...more };
}

/** An empty store for each test of a suite. */
export const freshStore = (
  open: () => Promise<{ store: ConversationStore; close(): Promise<void> }>,
): ConversationStore =>
  freshFixture(async () => {
    const { store, close } = await open();
    return { ...store, close };
  });

export interface StoredConversation {
  session: SessionRecord;
  message: Message;
  version: Version;
}

interface MessageOptions {
  at?: string;
  message?: Partial<MessageDraft>;
  /** Changes of the session that are stored with the message. */
  session?: Partial<SessionRecord>;
  usage?: Pick<TokenUsage, 'inputTokens' | 'cost'>;
  activity?: Omit<Activity, 'id' | 'at'>;
}

/** Stores a new session with its first message. */
export async function begin(
  store: ConversationStore,
  content = 'Hello',
  saying: MessageOptions & { sessionId?: string; origin?: string } = {},
): Promise<StoredConversation> {
  const { sessionId = randomUUID(), at = START, origin } = saying;
  const session = startSession(sessionId, at, origin === undefined ? {} : { origin });
  return await put(store, { session, version: 'absent' }, content, { at, ...saying });
}

/** Stores another message of a session. */
export async function say(
  store: ConversationStore,
  sessionId: string,
  content: string,
  saying: MessageOptions = {},
): Promise<StoredConversation> {
  const conversation = await store.load(sessionId);
  if (!conversation) throw new Error('There is no such session.');
  return await put(store, conversation, content, saying);
}

/** Stores a change of a session without a message. */
export async function change(
  store: ConversationStore,
  sessionId: string,
  changes: Partial<SessionRecord>,
): Promise<Version> {
  const conversation = await store.load(sessionId);
  if (!conversation) throw new Error('There is no such session.');
  const session = { ...conversation.session, ...changes };
  const outcome = await store.commit({ session, expected: conversation.version });
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.version;
}

async function put(
  store: ConversationStore,
  { session: before, version: expected }: { session: SessionRecord; version: Version },
  content: string,
  { at = before.lastMessageAt, message: more, session: changes, usage, activity }: MessageOptions,
): Promise<StoredConversation> {
  const appended = append(before, draft(content, more), at);
  const session = { ...appended.session, ...changes };
  const { message } = appended;
  const { id, sessionId } = message;
  const spent = { model: 'm', inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 };
  const outcome = await store.commit({
    session,
    expected,
    append: [message],
    ...(usage && { usage: { id, sessionId, messageId: id, createdAt: at, ...spent, ...usage } }),
    ...(activity && { activity: { id, at, ...activity } }),
  });
  if (!outcome.ok) throw new Error(outcome.reason);
  return { session, message, version: outcome.version };
}

/** Reads all pages of a list. */
export async function pages<T>(
  page: (cursor: { cursor?: string }) => Promise<{ items: T[]; nextCursor?: string }>,
): Promise<T[][]> {
  const found: T[][] = [];
  let next: { cursor?: string } | undefined = {};
  while (next) {
    const { items, nextCursor }: { items: T[]; nextCursor?: string } = await page(next);
    found.push(items);
    next = nextCursor === undefined ? undefined : { cursor: nextCursor };
  }
  return found;
}
