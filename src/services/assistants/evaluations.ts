import { AppError } from '../../domain/errors.ts';
import {
  publicRun,
  type EvaluationAnswer,
  type EvaluationRun,
  type StoredRun,
} from '../../domain/records/evaluation.ts';
import { figuresOfAnswers } from '../../domain/verdicts.ts';
import type { Ports, RequestBudget } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { EvaluationRecords, RunKey } from './evaluation-records.ts';
import type { EvaluationRunner } from './evaluation-runner.ts';
import type { EvaluationSubjects } from './evaluation-subjects.ts';
import type { QuestionSets } from './question-sets.ts';

/** A run as it is listed. */
export interface ListedRun extends EvaluationRun {
  id: string;
  setId: string;
  /** Whether an instance works on it now; a run that waits is continued by a timer. */
  active: boolean;
}

/** Runs of question sets against assistants. */
export interface Evaluations {
  /** The newest first. */
  list(setId: string): Promise<ListedRun[]>;
  find(key: RunKey): Promise<ListedRun>;
  /** By question number. */
  answers(key: RunKey): Promise<EvaluationAnswer[]>;
  /** Starts a run in the background; `validation-failed` where the set has no questions. */
  start(setId: string, tested: Pick<EvaluationRun, 'assistantId' | 'subject'>): Promise<ListedRun>;
  /** Ends a run early and keeps its answers; a run that has ended stays as it is. */
  cancel(key: RunKey): Promise<ListedRun>;
  /**
   * Continues a run that waits. A run that has ended asks the questions again that have no answer or a failed
   * one.
   */
  resume(key: RunKey): Promise<ListedRun>;
  /** Deletes a run; its answers are gone soon after. */
  remove(key: RunKey): Promise<void>;
  /** Deletes a set with its runs; questions and answers are gone soon after. */
  removeSet(setId: string): Promise<void>;
  /** Works on the runs that no instance works on, for a limited time. */
  workOnAll(): Promise<void>;
}

/** How many runs of a set are kept. */
export const MAX_RUNS = 20;
/** The time of one call of the timer in milliseconds; the platform ends a longer one with its worker. */
const SLICE_MS = 240_000;

type Dependencies = Pick<Ports, 'clock' | 'random'> & {
  records: EvaluationRecords;
  runner: EvaluationRunner;
  sets: Pick<QuestionSets, 'find' | 'questions' | 'remove' | 'clear'>;
  subjects: EvaluationSubjects;
  background: Background;
  requestBudget: Pick<RequestBudget, 'leave'>;
};

export function evaluations(dependencies: Dependencies): Evaluations {
  const { records, runner, sets, subjects, clock, random, background, requestBudget } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  /** The work takes longer than the request that starts it. */
  const workOn = (key: RunKey) => background.run(requestBudget.leave(() => runner.work(key)));

  function listed({ setId, runId }: RunKey, run: StoredRun): ListedRun {
    const active = run.lease !== undefined && Date.parse(run.lease.until) > clock.now();
    return { id: runId, setId, ...publicRun(run), active };
  }

  async function find(key: RunKey): Promise<ListedRun> {
    const run = await records.find(key);
    if (!run) throw new AppError('evaluation-not-found');
    return listed(key, run);
  }

  /** Deletes the oldest runs beyond the limit; one under way stays. */
  async function prune(setId: string): Promise<void> {
    const ended = (await records.list(setId)).slice(MAX_RUNS).filter(({ run }) => run.state !== 'running');
    for (const { runId } of ended) await remove({ setId, runId });
  }

  /** Deleting many answers takes longer than a request. */
  async function remove(key: RunKey): Promise<void> {
    await records.remove(key);
    background.run(requestBudget.leave(() => records.clear(key)));
  }

  /** What a deleted set leaves behind where its deletion was interrupted is found by the id of the set. */
  async function clearSet(setId: string): Promise<void> {
    for (const { runId } of await records.list(setId)) await remove({ setId, runId });
    await sets.clear(setId);
    await records.dequeue({ setId, runId: setId });
  }

  async function workOnQueued(key: RunKey & { removing: boolean }, untilMs: number): Promise<void> {
    if (key.runId === key.setId) await clearSet(key.setId);
    else if (key.removing) await records.clear(key);
    else await runner.work(key, untilMs);
  }

  return {
    find,

    async list(setId) {
      await sets.find(setId);
      return (await records.list(setId)).map(({ runId, run }) => listed({ setId, runId }, run));
    },

    async answers(key) {
      await find(key);
      return await records.answers(key.runId);
    },

    async start(setId, { assistantId, subject }) {
      await sets.find(setId);
      const questions = await sets.questions(setId);
      if (questions.length === 0) {
        const issues = [{ path: 'setId', message: 'has no questions' }];
        throw new AppError('validation-failed', { issues });
      }
      const { edit, fingerprint } = await subjects({ assistantId, subject });
      // Ids are listed in the order of their text, which begins with the time.
      const key = { setId, runId: `${String(clock.now()).padStart(14, '0')}-${random.uuid()}` };
      const run: StoredRun = {
        ...{ assistantId, subject, edit, fingerprint },
        state: 'running',
        total: questions.length,
        numbers: questions.map(({ number }) => number),
        figures: figuresOfAnswers([]),
        startedAt: now(),
      };
      await records.create(key, run);
      await records.enqueue(key);
      await prune(setId);
      workOn(key);
      return listed(key, run);
    },

    async cancel(key) {
      await records.change(key, (run) =>
        run.state === 'running'
          ? { value: { ...run, state: 'canceled' as const, endedAt: now() }, result: undefined }
          : { result: undefined },
      );
      await records.dequeue(key);
      return await find(key);
    },

    async resume(key) {
      const { state } = await find(key);
      // Queued first, and also where it runs: an instance may have ended between two writes.
      await records.enqueue(key);
      if (state !== 'running') {
        const failed = (await records.answers(key.runId)).filter(({ verdict }) => verdict === 'failed');
        for (const answer of failed) await records.forget(key.runId, answer);
        await records.change(key, ({ endedAt: _ended, stopReason: _reason, lease: _lease, ...run }) => ({
          value: { ...run, state: 'running' as const },
          result: undefined,
        }));
      }
      workOn(key);
      return await find(key);
    },

    async remove(key) {
      await find(key);
      await remove(key);
    },

    async removeSet(setId) {
      await sets.find(setId);
      await records.enqueue({ setId, runId: setId });
      await sets.remove(setId);
      background.run(requestBudget.leave(() => clearSet(setId)));
    },

    async workOnAll() {
      const untilMs = clock.now() + SLICE_MS;
      const works: Promise<void>[] = [];
      for (const key of await records.underWay()) {
        if (clock.now() >= untilMs) break;
        const work = workOnQueued(key, untilMs);
        works.push(work);
        // A run that cannot be worked on does not keep the others; it is reported after them.
        await Promise.allSettled([work]);
      }
      await Promise.all(works);
    },
  };
}
