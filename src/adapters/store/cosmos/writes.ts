import type { OperationInput } from '@azure/cosmos';
import type { Message } from '../../../domain/records/message.ts';
import type { Commit, CommitOutcome, ConversationStore, Random, Version } from '../../../ports.ts';
import { extrasOf, rewrittenBy, usageOfMessage } from '../documents.ts';
import type { Items } from './container.ts';
import { messageFrom, messageItem, rewrittenItem, SESSION_ITEM, sessionItem } from './documents.ts';
import type { Figures } from './figures.ts';
import { outboxItem } from './outbox.ts';
import { readSession } from './reads.ts';

/** An ETag that matches no item. */
const NO_ETAG = '"none"';

interface Dependencies {
  figures: Figures;
  random: Random;
  /** The next key in the order in which messages are stored. */
  nextKey: () => string;
  /** Finishes an interrupted deletion of a session. */
  finishDeletion: (sessionId: string) => Promise<void>;
}

/** A session with the operations of the same transaction, all in one logical partition. */
interface Transaction {
  session: Commit['session'];
  expected: Version | 'absent';
  /** The session's newest messages after the write. */
  recent: readonly Message[];
  /** Operations before the session's own. */
  before: OperationInput[];
  outbox?: Commit['outbox'];
  writeId: string;
  /** The id of a message whose stored item proves that this write was carried out. */
  brings?: string | undefined;
}

/**
 * Everything that changes conversations. A change is one transactional batch with `If-Match` on the session.
 */
export function writes(
  items: Items,
  { figures, random, nextKey, finishDeletion }: Dependencies,
): Pick<ConversationStore, 'commit' | 'rate'> {
  /**
   * The messages come first, so that an already stored message is distinguished from a concurrent change of
   * the session.
   */
  async function write(name: string, transaction: Transaction): Promise<CommitOutcome> {
    const { session, expected, recent, before, outbox = [], writeId } = transaction;
    const resourceBody = sessionItem(session, recent, writeId);
    const own: OperationInput =
      expected === 'absent'
        ? { operationType: 'Create', resourceBody }
        : { operationType: 'Replace', id: SESSION_ITEM, resourceBody, ifMatch: etagOf(expected) };
    const notices = outbox.map((entry): OperationInput => {
      return { operationType: 'Create', resourceBody: outboxItem(entry, writeId) };
    });
    const outcome = await items.batch(name, session.sessionId, [...before, own, ...notices]);
    if (outcome.ok) {
      const [version = NO_ETAG, ...versions] = outcome.etags.slice(before.length);
      return { ok: true, version, ...(versions.length > 0 && { outbox: versions }) };
    }
    if (outcome.repeated) {
      const version = await versionOfOwn(transaction);
      if (version !== undefined) return { ok: true, version };
    }
    const stored = outcome.at < before.length && outcome.status === 409;
    // A deletion mark may block a new session.
    if (expected === 'absent' && !stored) await finishDeletion(session.sessionId);
    return { ok: false, reason: stored ? 'duplicate' : 'conflict' };
  }

  /**
   * A retried batch that was refused may be stored already: its first attempt was carried out and its answer
   * lost. Returns the version that it made, or an outdated one where another write followed; undefined where
   * it is not stored.
   */
  async function versionOfOwn({ session, brings, writeId }: Transaction): Promise<Version | undefined> {
    const now = await readSession(items, session.sessionId);
    if (now?.writeId === writeId) return now.version;
    if (brings === undefined) return undefined;
    const found = await items.read('message', session.sessionId, brings);
    return found && messageFrom(found)?.writeId === writeId ? NO_ETAG : undefined;
  }

  /** The newest messages before a change, which the caller that loaded the session passes in. */
  async function recentBefore({ session, expected, recent }: Commit): Promise<readonly Message[]> {
    if (expected === 'absent') return [];
    return recent ?? (await readSession(items, session.sessionId))?.recent ?? [];
  }

  /**
   * The stored message after a change. The session's version guards it, because every change of a message
   * writes its session.
   */
  async function rewrite(change: Commit, writeId: string): Promise<OperationInput[] | 'missing'> {
    const id = rewrittenBy(change);
    if (id === undefined) return [];
    const found = await items.read('message', change.session.sessionId, id);
    const resourceBody = found && rewrittenItem(found, { ...change, writeId });
    return resourceBody ? [{ operationType: 'Replace', id, resourceBody }] : 'missing';
  }

  return {
    async commit(change) {
      const { session, expected, append = [], replace, usage, activity, outbox } = change;
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
        ...(outbox && { outbox }),
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
        // Every change of a message writes its session, so the session's version guards the message too.
        before: [{ operationType: 'Patch', id: messageId, resourceBody: { operations: [...operations] } }],
        writeId: random.uuid(),
      });
      if (outcome.ok && activity) await figures.add(activity);
      return outcome;
    },
  };
}

/** A version as an ETag condition; anything that is not an ETag matches nothing. */
function etagOf(version: Version): string {
  return /^"[^"]+"$/.test(version) ? version : NO_ETAG;
}
