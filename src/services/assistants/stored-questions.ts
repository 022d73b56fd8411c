import * as z from 'zod/mini';
import type { Ports } from '../../ports.ts';
import {
  readable,
  readDocument,
  removeDocument,
  updateDocument,
  type DocumentChange,
} from '../platform/ledger-documents.ts';

/** The shared state of question generation. */
export const WritingState = z.object({
  /** The lease of the working instance. */
  lease: z.optional(z.object({ owner: z.string(), until: z.iso.datetime() })),
  /** The key of the documents at the last complete run. */
  done: z.optional(z.string()),
  /** The number of model calls in the hour that starts at `start`. */
  hour: z.optional(z.object({ start: z.string(), sections: z.int() })),
});
export type WritingState = z.output<typeof WritingState>;

/** Questions by the key of a section's text; may be empty. */
const Bucket = z.object({ questions: z.record(z.string(), z.array(z.string())) });

const BUCKETS = 'section-questions';
const STATE = { kind: 'question-state', id: 'state', schema: WritingState };

/**
 * Stores the questions of sections in the ledger, in up to 64 documents by the first character of the key.
 * With 10 000 sections, a document has about 50 KB.
 */
export interface StoredQuestions {
  all(): Promise<Map<string, readonly string[]>>;
  add(key: string, questions: readonly string[]): Promise<void>;
  /** Deletes the questions of all other keys. */
  keepOnly(wanted: ReadonlySet<string>): Promise<void>;
  state(): Promise<WritingState>;
  /** Changes the newest version of the state. */
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

/** The id of the document for a key; ledger ids must not start with a dash. */
function bucketOf(key: string): string {
  return `of-${key.charCodeAt(0)}`;
}
