import type { OperationInput } from '@azure/cosmos';
import type { Message } from '../../../domain/message.ts';
import type { Commit, CommitOutcome, ConversationStore, Random, Version } from '../../../ports.ts';
import { extrasOf, rewrittenBy, usageOfMessage } from '../documents.ts';
import type { Items } from './container.ts';
import { messageFrom, messageItem, rewrittenItem, SESSION_ITEM, sessionItem } from './documents.ts';
import type { Figures } from './figures.ts';
import { readSession } from './reads.ts';

/** A version that no item ever has. */
const NO_ETAG = '"none"';

interface Dependencies {
  figures: Figures;
  random: Random;
  /** The next place in the order in which messages are stored. */
  nextKey: () => string;
  /** Ends a deletion of a session that was cut short. */
  finishDeletion: (sessionId: string) => Promise<void>;
}

/** A session with what goes into the same transaction, all of it in one logical partition. */
interface Transaction {
  session: Commit['session'];
  expected: Version | 'absent';
  /** The session's newest messages as they will be. */
  recent: readonly Message[];
  /** What is written before the session. */
  before: OperationInput[];
  writeId: string;
  /** A message whose item this write alone leaves as it is. */
  brings?: string | undefined;
}

/** Everything that changes conversations. A change is one transactional batch with `If-Match` on the session. */
export function writes(
  items: Items,
  { figures, random, nextKey, finishDeletion }: Dependencies,
): Pick<ConversationStore, 'commit' | 'rate'> {
  /** The messages come first, so that one that is stored already is told from a session that somebody else has changed. */
  async function write(name: string, transaction: Transaction): Promise<CommitOutcome> {
    const { session, expected, recent, before, writeId } = transaction;
    const resourceBody = sessionItem(session, recent, writeId);
    const last: OperationInput =
      expected === 'absent'
        ? { operationType: 'Create', resourceBody }
        : { operationType: 'Replace', id: SESSION_ITEM, resourceBody, ifMatch: etagOf(expected) };
    const outcome = await items.batch(name, session.sessionId, [...before, last]);
    if (outcome.ok) return { ok: true, version: outcome.etags.at(-1) ?? NO_ETAG };
    if (outcome.repeated) {
      const version = await versionOfOwn(transaction);
      if (version !== undefined) return { ok: true, version };
    }
    const stored = outcome.at < before.length && outcome.status === 409;
    // What is in the way of a new session may be the mark of a deletion.
    if (expected === 'absent' && !stored) await finishDeletion(session.sessionId);
    return { ok: false, reason: stored ? 'duplicate' : 'conflict' };
  }

  /**
   * A repeated batch that was refused may have been refused because it is stored: its first attempt was carried out, and
   * the answer was lost. The version that it gave, or one that has passed where somebody wrote since; undefined where it
   * is not stored.
   */
  async function versionOfOwn({ session, brings, writeId }: Transaction): Promise<Version | undefined> {
    const now = await readSession(items, session.sessionId);
    if (now?.writeId === writeId) return now.version;
    if (brings === undefined) return undefined;
    const found = await items.read('message', session.sessionId, brings);
    return found && messageFrom(found)?.writeId === writeId ? NO_ETAG : undefined;
  }

  /** The newest messages before a change, which whoever loaded the session has at hand. */
  async function recentBefore({ session, expected, recent }: Commit): Promise<readonly Message[]> {
    if (expected === 'absent') return [];
    return recent ?? (await readSession(items, session.sessionId))?.recent ?? [];
  }

  /** The stored message as a change leaves it. The session's version guards it, as nothing changes it without its session. */
  async function rewrite(change: Commit, writeId: string): Promise<OperationInput[] | 'missing'> {
    const id = rewrittenBy(change);
    if (id === undefined) return [];
    const found = await items.read('message', change.session.sessionId, id);
    const resourceBody = found && rewrittenItem(found, { ...change, writeId });
    return resourceBody ? [{ operationType: 'Replace', id, resourceBody }] : 'missing';
  }

  return {
    async commit(change) {
      const { session, expected, append = [], replace, usage, activity } = change;
      const writeId = random.uuid();
      const rewritten = await rewrite(change, writeId);
      if (rewritten === 'missing') return { ok: false, reason: 'conflict' };
      const recent = await recentBefore(change);
      const kept = replace
        ? recent.map((message) => (message.id === replace.id ? replace : message))
        : recent;
      const outcome = await write('commit', {
        session,
        expected,
        recent: [...kept, ...append],
        before: [
          ...rewritten,
          ...append.map((message): OperationInput => {
            const calls = usage?.messageId === message.id ? usageOfMessage(usage) : undefined;
            const about = { session, writeId, storedKey: nextKey(), usage: calls };
            return { operationType: 'Create', resourceBody: messageItem(message, about) };
          }),
        ],
        writeId,
        brings: append[0]?.id ?? replace?.id ?? usage?.messageId,
      });
      if (outcome.ok && activity) await figures.add(activity);
      return outcome;
    },

    async rate(change) {
      const { session, expected, messageId, rating, activity } = change;
      const found = await items.read('message', session.sessionId, messageId);
      const stored = found && messageFrom(found);
      if (!stored) return { ok: false, reason: 'conflict' };
      const { rating: _before, writeId: _w, ...unrated } = stored;
      const rated: Message = rating === null ? unrated : { ...unrated, rating };
      const recent = (await recentBefore(change)).map((message) =>
        message.id === messageId ? rated : message,
      );
      const operations = [{ op: 'set', path: '/extras', value: { ...extrasOf(rated) } }] as const;
      const outcome = await write('rate', {
        session,
        expected,
        recent,
        // Nobody changes a message without its session, so the session's version guards the message too.
        before: [{ operationType: 'Patch', id: messageId, resourceBody: { operations: [...operations] } }],
        writeId: random.uuid(),
      });
      if (outcome.ok && activity) await figures.add(activity);
      return outcome;
    },
  };
}

/** A version as a condition; anything that is not an ETag matches nothing. */
function etagOf(version: Version): string {
  return /^"[^"]+"$/.test(version) ? version : NO_ETAG;
}
