import * as z from 'zod/mini';
import { AppError, invalidField } from '../core/errors.ts';
import { nowIso, trusted } from '../lib/fields.ts';
import { Note } from './records/note.ts';
import type { SessionAgent } from './records/session.ts';
import type { LedgerEntry, Ports } from '../ports.ts';
import { isSame, requireConversation } from './reading.ts';
import { readable, removeDocument, updateDocument } from '../platform/ledger-documents.ts';
import { mentions } from './mentions.ts';

const kindOf = (sessionId: string) => `notes:${sessionId}`;

const StoredNote = trusted(z.omit(Note, { id: true }));

/** Internal notes, stored separately from the conversation and deleted with it. */
export function notes(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'>) {
  const { store, ledger, clock, random } = dependencies;
  const lists = mentions(dependencies);

  /** Deletes the mentions first, so that an interrupted deletion can be repeated by the note. */
  async function remove(sessionId: string, { id, value, version }: LedgerEntry): Promise<void> {
    const note = StoredNote.safeParse(value).data;
    if (note) await lists.remove({ id, ...note });
    await ledger.remove(kindOf(sessionId), id, version);
  }

  return {
    /** Oldest first. */
    async list(sessionId: string): Promise<Note[]> {
      const all = readable(await ledger.list(kindOf(sessionId)), StoredNote).map(fromEntry);
      return all.toSorted(
        (one, other) => one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id),
      );
    },

    /** The same `clientNoteId` is stored once. */
    async add(
      sessionId: string,
      agent: SessionAgent,
      {
        content,
        clientNoteId,
        mentions: mentioned = [],
      }: { content: string; clientNoteId?: string | undefined; mentions?: readonly SessionAgent[] },
    ): Promise<Note> {
      const { session } = await requireConversation(store, sessionId);
      const id = clientNoteId ?? random.uuid();
      const { oid, name } = agent;
      const value = {
        content,
        createdAt: nowIso(clock),
        agent: { oid, name },
        ...(mentioned.length > 0 && { mentions: mentioned }),
      };
      await ledger.write(kindOf(sessionId), id, value, 'absent');
      const entry = await ledger.read(kindOf(sessionId), id, 'strong');
      const stored = entry ? fromEntry(entry) : { id, ...value };
      if (stored.agent.oid === agent.oid) await lists.add(sessionId, stored);
      // The conversation may have been deleted during the write; then the note is removed again.
      if (!isSame(await store.load(sessionId, 'strong'), session)) {
        if (entry) await remove(sessionId, entry);
        throw new AppError('session-not-found');
      }
      if (stored.agent.oid === agent.oid) return stored;
      throw invalidField('clientNoteId', 'is the id of another note');
    },

    /** Replaces the text of the agent's own note. A removed note stays removed. */
    async edit(
      sessionId: string,
      agent: SessionAgent,
      noteId: string,
      { content, mentions: mentioned }: { content: string; mentions: readonly SessionAgent[] },
    ): Promise<Note> {
      const document = { kind: kindOf(sessionId), id: noteId, schema: StoredNote };
      const { result } = await updateDocument('note', dependencies, document, (stored) => {
        const before = requireOwn(agent, stored?.value);
        const { mentions: _before, ...rest } = before;
        const value = {
          ...rest,
          ...(mentioned.length > 0 && { mentions: mentioned }),
          content,
          ...(content !== before.content && { editedAt: nowIso(clock) }),
        };
        return { value, result: { before: { id: noteId, ...before }, after: { id: noteId, ...value } } };
      });
      await lists.edit(sessionId, result.before, result.after);
      return result.after;
    },

    /** Deletes the agent's own note; a repeat changes nothing. */
    async removeOwn(sessionId: string, agent: SessionAgent, noteId: string): Promise<void> {
      const entry = await ledger.read(kindOf(sessionId), noteId, 'strong');
      if (!entry) return;
      const { id: _id, ...stored } = fromEntry(entry);
      requireOwn(agent, stored);
      await lists.remove({ id: noteId, ...stored });
      await removeDocument('note', dependencies, {
        kind: kindOf(sessionId),
        id: noteId,
        schema: StoredNote,
      });
    },

    /** The agents whom a note mentions; empty if it does not exist. */
    async mentionedIn(sessionId: string, noteId: string): Promise<readonly string[]> {
      const entry = await ledger.read(kindOf(sessionId), noteId);
      return entry ? (fromEntry(entry).mentions ?? []).map(({ oid }) => oid) : [];
    },

    /** Deletes the notes of a deleted conversation; with `until` (RFC 3339) only those written up to then. */
    async removeAll(sessionId: string, until?: string): Promise<void> {
      const entries = await ledger.list(kindOf(sessionId), 'strong');
      const isOld = ({ value }: LedgerEntry) => {
        const note = StoredNote.safeParse(value).data;
        return until === undefined || note === undefined || note.createdAt <= until;
      };
      await Promise.all(entries.filter(isOld).map((entry) => remove(sessionId, entry)));
    },
  };
}

export type Notes = ReturnType<typeof notes>;

function fromEntry({ id, value }: LedgerEntry): Note {
  return { id, ...StoredNote.parse(value) };
}

/** Only the author changes a note. */
function requireOwn(agent: SessionAgent, note: z.output<typeof StoredNote> | undefined) {
  if (!note) throw new AppError('not-found');
  if (note.agent.oid !== agent.oid) throw new AppError('not-note-author');
  return note;
}
