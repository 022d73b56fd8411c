import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { EvaluationAnswer, StoredRun } from '../../domain/records/evaluation.ts';
import type { Ports } from '../../ports.ts';
import { readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A run, by its set and its own id. */
export interface RunKey {
  setId: string;
  runId: string;
}

/** The change of a run; without a value it is left as it is. */
export interface RunChange<R> {
  value?: StoredRun | undefined;
  result: R;
}

/** Runs and their answers in the ledger, and which runs are under way. */
export interface EvaluationRecords {
  /** The newest first. */
  list(setId: string): Promise<{ runId: string; run: StoredRun }[]>;
  find(key: RunKey): Promise<StoredRun | undefined>;
  create(key: RunKey, run: StoredRun): Promise<void>;
  /** `evaluation-not-found` where there is none. */
  change<R>(key: RunKey, edit: (run: StoredRun) => RunChange<R>): Promise<R>;
  /** Deletes a run; its answers are deleted by `clear`, which a timer repeats where it is interrupted. */
  remove(key: RunKey): Promise<void>;
  /** Deletes the answers of a deleted run. */
  clear(key: RunKey): Promise<void>;
  /** By question number. */
  answers(runId: string): Promise<EvaluationAnswer[]>;
  /** Keeps an answer; the first one to a question stays. */
  keep(runId: string, answer: EvaluationAnswer): Promise<void>;
  forget(runId: string, answer: EvaluationAnswer): Promise<void>;
  /** Runs to work on, and deleted ones whose answers are still there (`removing`). */
  underWay(): Promise<(RunKey & { removing: boolean })[]>;
  enqueue(key: RunKey): Promise<void>;
  dequeue(key: RunKey): Promise<void>;
}

const QUEUE = 'evaluation-queue';
const Queued = z.object({ setId: z.string(), removing: z.exactOptional(z.literal(true)) });
/** How many answers are deleted at a time. */
const BATCH = 16;

const answersOf = (runId: string) => `evaluation-answers-${runId}`;
const answerId = (number: number) => String(number).padStart(8, '0');
/** Instances take turns at a run, so all reads see the writes of all. */
const runOf = ({ setId, runId }: RunKey) => ({
  kind: `evaluation-runs-${setId}`,
  id: runId,
  schema: StoredRun,
  consistency: 'strong' as const,
});

/** Keeps each answer as a separate document, so that no answer is lost with its instance. */
export function evaluationRecords(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): EvaluationRecords {
  const { ledger } = dependencies;
  const queued = (id: string) => ({ kind: QUEUE, id, schema: Queued });
  const answerOf = (runId: string, number: number) => ({
    kind: answersOf(runId),
    id: answerId(number),
    schema: EvaluationAnswer,
  });

  async function answers(runId: string): Promise<EvaluationAnswer[]> {
    return (await ledger.list(answersOf(runId))).map(({ value }) => EvaluationAnswer.parse(value));
  }

  const forget = (runId: string, { number }: EvaluationAnswer) =>
    removeDocument('evaluation-answer', dependencies, answerOf(runId, number));

  const dequeue = ({ runId }: RunKey) => removeDocument(QUEUE, dependencies, queued(runId));

  return {
    async list(setId) {
      const entries = await ledger.list(runOf({ setId, runId: '' }).kind);
      return entries.map(({ id, value }) => ({ runId: id, run: StoredRun.parse(value) })).reverse();
    },

    find: async (key) => (await readDocument(ledger, runOf(key)))?.value,

    async create(key, run) {
      const { kind, id } = runOf(key);
      await ledger.write(kind, id, run, 'absent');
    },

    async change(key, edit) {
      const changed = await updateDocument('evaluation-run', dependencies, runOf(key), (stored) => {
        if (!stored) throw new AppError('evaluation-not-found');
        return edit(stored.value);
      });
      return changed.result;
    },

    async remove(key) {
      const { setId, runId } = key;
      const removal = { value: { setId, removing: true as const }, result: undefined };
      await updateDocument(QUEUE, dependencies, queued(runId), () => removal);
      await removeDocument('evaluation-run', dependencies, runOf(key));
    },

    async clear(key) {
      const all = await answers(key.runId);
      for (let from = 0; from < all.length; from += BATCH) {
        await Promise.all(all.slice(from, from + BATCH).map((answer) => forget(key.runId, answer)));
      }
      await dequeue(key);
    },

    answers,
    async keep(runId, answer) {
      await ledger.write(answersOf(runId), answerId(answer.number), answer, 'absent');
    },
    forget,

    async underWay() {
      const entries = await ledger.list(QUEUE);
      return entries.map(({ id, value }) => {
        const { setId, removing = false } = Queued.parse(value);
        return { runId: id, setId, removing };
      });
    },
    async enqueue({ setId, runId }) {
      await ledger.write(QUEUE, runId, { setId }, 'absent');
    },
    dequeue,
  };
}
