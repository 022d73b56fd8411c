import * as z from 'zod/mini';
import type { Ports } from '../../ports.ts';
import {
  readable,
  readDocument,
  removeDocument,
  updateDocument,
  type DocumentChange,
} from '../platform/ledger-documents.ts';

/** The state of the work that writes questions, for all instances. */
export const WritingState = z.object({
  /** Who works on it, and until when no other instance does. */
  lease: z.optional(z.object({ owner: z.string(), until: z.iso.datetime() })),
  /** The documents that had all of their questions when the work last ended. */
  done: z.optional(z.string()),
  /** How many sections a model was asked about in an hour; `start` is its beginning. */
  hour: z.optional(z.object({ start: z.string(), sections: z.int() })),
});
export type WritingState = z.output<typeof WritingState>;

/** Questions by the key of a section's text; empty for a section that got none. */
const Bucket = z.object({ questions: z.record(z.string(), z.array(z.string())) });

const BUCKETS = 'section-questions';
const STATE = { kind: 'question-state', id: 'state', schema: WritingState };

/**
 * Questions of sections, kept in the ledger in at most 64 documents, by the first character of the key: with
 * 10 000 sections some 50 KB each.
 */
export interface StoredQuestions {
  all(): Promise<Map<string, readonly string[]>>;
  add(key: string, questions: readonly string[]): Promise<void>;
  /** Removes the questions of all other sections. */
  keepOnly(wanted: ReadonlySet<string>): Promise<void>;
  state(): Promise<WritingState>;
  /** Changes the state on its newest version. */
  change<R>(edit: (state: WritingState) => DocumentChange<WritingState, R>): Promise<R>;
}

export function storedQuestions(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): StoredQuestions {
  const { ledger } = dependencies;
  const bucket = (id: string) => ({ kind: BUCKETS, id, schema: Bucket });
  const entries = async () => readable(await ledger.list(BUCKETS), Bucket);

  return {
    async all() {
      return new Map((await entries()).flatMap(({ value }) => Object.entries(value.questions)));
    },

    async add(key, questions) {
      await updateDocument(BUCKETS, dependencies, bucket(bucketOf(key)), (stored) => ({
        value: { questions: { ...stored?.value.questions, [key]: [...questions] } },
        result: undefined,
      }));
    },

    async keepOnly(wanted) {
      for (const { id, value } of await entries()) {
        const all = Object.keys(value.questions);
        const unused = all.filter((key) => !wanted.has(key));
        if (unused.length === 0) continue;
        if (unused.length === all.length) await removeDocument(BUCKETS, dependencies, bucket(id));
        else {
          await updateDocument(BUCKETS, dependencies, bucket(id), (stored) => {
            const kept = Object.entries(stored?.value.questions ?? {}).filter(([key]) => wanted.has(key));
            return { value: { questions: Object.fromEntries(kept) }, result: undefined };
          });
        }
      }
    },

    async state() {
      return (await readDocument(ledger, STATE))?.value ?? {};
    },

    async change(edit) {
      const { result } = await updateDocument('question-state', dependencies, STATE, (stored) =>
        edit(stored?.value ?? {}),
      );
      return result;
    },
  };
}

/** Ids of the ledger do not begin with a dash. */
function bucketOf(key: string): string {
  return `of-${key.charCodeAt(0)}`;
}
