import { trusted } from '../../domain/records/fields.ts';
import { Mention } from '../../domain/records/mention.ts';
import type { Note } from '../../domain/records/note.ts';
import { previewOf } from '../../domain/text.ts';
import type { Ports } from '../../ports.ts';
import { readable, removeDocument, updateDocument } from '../platform/ledger-documents.ts';

/** The lists of agents' mentions in notes: one document for each mention, deleted with its note. */
export interface Mentions {
  /** Adds a note to the lists of those whom it mentions; a repeat changes nothing. */
  add(sessionId: string, note: Note): Promise<void>;
  remove(note: Pick<Note, 'id' | 'createdAt' | 'mentions'>): Promise<void>;
  /** The newest 50 of an agent, newest first. */
  list(oid: string): Promise<Mention[]>;
  /** Marks those of one conversation as seen. */
  markSeen(oid: string, sessionId: string): Promise<void>;
}

/** The length of a list, and how far back the mentions of a conversation are marked as seen. */
const MAX_LISTED = 50;

const Stored = trusted(Mention);

const kindOf = (oid: string) => `mentions:${oid}`;
/** In the order of time, so that the newest are read first. */
const idOf = ({ id, createdAt }: Pick<Note, 'id' | 'createdAt'>) => `${createdAt}~${id}`;
const documentOf = (oid: string, id: string) => ({ kind: kindOf(oid), id, schema: Stored });

export function mentions(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>): Mentions {
  const { clock, ledger } = dependencies;
  const newest = async (oid: string) => readable(await ledger.newest(kindOf(oid), MAX_LISTED), Stored);

  return {
    async add(sessionId, note) {
      const { id: noteId, createdAt: at, agent, content, mentions: mentioned = [] } = note;
      const mention: Mention = { noteId, sessionId, at, by: agent.name, preview: previewOf(content) };
      await Promise.all(mentioned.map(({ oid }) => ledger.write(kindOf(oid), idOf(note), mention, 'absent')));
    },

    async remove(note) {
      const { mentions: mentioned = [] } = note;
      await Promise.all(
        mentioned.map(({ oid }) => removeDocument('mention', dependencies, documentOf(oid, idOf(note)))),
      );
    },

    list: async (oid) => (await newest(oid)).map(({ value }) => value),

    async markSeen(oid, sessionId) {
      const unseen = (await newest(oid)).filter(
        ({ value }) => value.sessionId === sessionId && value.seenAt === undefined,
      );
      const seenAt = new Date(clock.now()).toISOString();
      await Promise.all(
        unseen.map(({ id }) =>
          updateDocument('mention', dependencies, documentOf(oid, id), (stored) => ({
            // Deleted with its note in the meantime, or seen in another window.
            value: stored && { ...stored.value, seenAt: stored.value.seenAt ?? seenAt },
            result: undefined,
          })),
        ),
      );
    },
  };
}
