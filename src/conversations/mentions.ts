import { nowIso, trusted } from '../lib/fields.ts';
import { Mention } from './records/mention.ts';
import type { Note } from './records/note.ts';
import { previewOf } from '../lib/text.ts';
import type { Ports } from '../ports.ts';
import { readable, removeDocument, updateDocument } from '../platform/ledger-documents.ts';

/** The maximum length of a list. */
const MAX_LISTED = 50;

const Stored = trusted(Mention);

const kindOf = (oid: string) => `mentions:${oid}`;
/** An id that sorts by time. */
const idOf = ({ id, createdAt }: Pick<Note, 'id' | 'createdAt'>) => `${createdAt}~${id}`;
const documentOf = (oid: string, id: string) => ({ kind: kindOf(oid), id, schema: Stored });

/** The agents' lists of mentions in notes; a mention is deleted with its note. */
export function mentions(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock, ledger } = dependencies;
  const newest = async (oid: string) => readable(await ledger.newest(kindOf(oid), MAX_LISTED), Stored);

  const lists = {
    /** Adds a note to the lists of the mentioned agents; idempotent. */
    async add(sessionId: string, note: Note): Promise<void> {
      const { id: noteId, createdAt: at, agent, content, mentions: mentioned = [] } = note;
      const mention: Mention = { noteId, sessionId, at, by: agent.name, preview: previewOf(content) };
      await Promise.all(mentioned.map(({ oid }) => ledger.write(kindOf(oid), idOf(note), mention, 'absent')));
    },

    /** Follows an edited note: new mentions are added, others get its words, and omitted ones are removed. */
    async edit(sessionId: string, before: Note, after: Note): Promise<void> {
      const { mentions: kept = [] } = after;
      const omitted = (before.mentions ?? []).filter(({ oid }) => !kept.some((one) => one.oid === oid));
      await lists.remove({ ...before, mentions: omitted });
      await lists.add(sessionId, after);
      await Promise.all(
        kept.map(({ oid }) =>
          updateDocument('mention', dependencies, documentOf(oid, idOf(after)), (stored) => ({
            value: stored && { ...stored.value, preview: previewOf(after.content) },
            result: undefined,
          })),
        ),
      );
    },

    async remove(note: Pick<Note, 'id' | 'createdAt' | 'mentions'>): Promise<void> {
      const { mentions: mentioned = [] } = note;
      await Promise.all(
        mentioned.map(({ oid }) => removeDocument('mention', dependencies, documentOf(oid, idOf(note)))),
      );
    },

    /** The 50 newest mentions of an agent, newest first. */
    list: async (oid: string): Promise<Mention[]> => (await newest(oid)).map(({ value }) => value),

    /** Marks the mentions in a conversation as seen, among the 50 newest. */
    async markSeen(oid: string, sessionId: string): Promise<void> {
      const unseen = (await newest(oid)).filter(
        ({ value }) => value.sessionId === sessionId && value.seenAt === undefined,
      );
      const seenAt = nowIso(clock);
      await Promise.all(
        unseen.map(({ id }) =>
          updateDocument('mention', dependencies, documentOf(oid, id), (stored) => ({
            // It may have been deleted with its note in the meantime, or seen in another window.
            value: stored && { ...stored.value, seenAt: stored.value.seenAt ?? seenAt },
            result: undefined,
          })),
        ),
      );
    },
  };
  return lists;
}
