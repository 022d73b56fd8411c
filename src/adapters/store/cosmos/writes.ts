import type { OperationInput } from '@azure/cosmos';
import type { Message } from '../../../conversations/records/message.ts';
import type { Commit, CommitOutcome, ConversationStore, Random, Version } from '../../../ports.ts';
import { rewrittenMessageId, usageOfMessage } from '../stored-records.ts';
import type { Items } from './container.ts';
import { messageFrom, messageItem, itemAfterRewrite, SESSION_ITEM, sessionItem } from './items.ts';
import type { Figures } from './figures.ts';
import { outboxItem } from './outbox.ts';
import { readSession } from './reads.ts';

/** An ETag that matches no item. */
const NO_ETAG = '"none"';

interface Dependencies {
  figures: Figures;
  random: Random;
  /** Returns the next key in the storing order. */
  nextKey: () => string;
  /** Finishes an interrupted deletion of a session. */
  finishDeletion: (sessionId: string) => Promise<void>;
}

/** Operations of one transaction, in one logical partition. */
interface Transaction {
  session: Commit['session'];
  expected: Version | 'absent';
  /** The session's newest messages after the write. */
  recent: readonly Message[];
  /** Operations that precede the session's own. */
  before: OperationInput[];
  outbox?: Commit['outbox'];
  writeId: string;
  /** The id of a message whose stored item proves that this write was executed. */
  provingMessageId?: string | undefined;
}

/** All changes of conversations. A change is one transactional batch with `If-Match` on the session. */
export function writes(
  items: Items,
  { figures, random, nextKey, finishDeletion }: Dependencies,
): Pick<ConversationStore, 'commit'> {
  /**
   * Messages come first in the batch, so that a message that is already stored is distinguished from a
   * concurrent change of the session.
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
      const version = await versionOfOwnWrite(transaction);
      if (version !== undefined) return { ok: true, version };
    }
    const stored = outcome.at < before.length && outcome.status === 409;
    // A deletion mark can block a new session.
    if (expected === 'absent' && !stored) await finishDeletion(session.sessionId);
    return { ok: false, reason: stored ? 'duplicate' : 'conflict' };
  }

  /**
   * A refused retry may be stored already, because the answer to its first attempt was lost. Returns the
   * version that it created, or an outdated one if another write followed; undefined if it is not stored.
   */
  async function versionOfOwnWrite({
    session,
    provingMessageId: brings,
    writeId,
  }: Transaction): Promise<Version | undefined> {
    const now = await readSession(items, session.sessionId);
    if (now?.writeId === writeId) return now.version;
    if (brings === undefined) return undefined;
    const found = await items.read('message', session.sessionId, brings);
    return found && messageFrom(found)?.writeId === writeId ? NO_ETAG : undefined;
  }

  /** The newest messages before a change, from the caller that loaded the session. */
  async function recentBefore({ session, expected, recent }: Commit): Promise<readonly Message[]> {
    if (expected === 'absent') return [];
    return recent ?? (await readSession(items, session.sessionId))?.recent ?? [];
  }

  /**
   * The stored message after a change. The session's version protects it, because every change of a message
   * also writes its session.
   */
  async function rewrite(change: Commit, writeId: string): Promise<OperationInput[] | 'missing'> {
    const id = rewrittenMessageId(change);
    if (id === undefined) return [];
    const found = await items.read('message', change.session.sessionId, id);
    const resourceBody = found && itemAfterRewrite(found, { ...change, writeId });
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
        provingMessageId: append[0]?.id ?? replace?.id ?? usage?.messageId,
      });
      if (outcome.ok && activity) await figures.add(activity);
      return outcome;
    },
  };
}

/** A version as an ETag condition. An invalid version matches nothing. */
function etagOf(version: Version): string {
  return /^"[^"]+"$/.test(version) ? version : NO_ETAG;
}
