import { AppError } from '../../domain/errors.ts';
import type { EvaluationAnswer, StopReason, StoredRun } from '../../domain/records/evaluation.ts';
import type { SpendingTotals } from '../../domain/records/spending-totals.ts';
import { addSpent, NOTHING_SPENT } from '../../domain/spending.ts';
import { figuresOfAnswers } from '../../domain/verdicts.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import { evaluationAnswer, type AnswerDependencies } from './evaluation-answer.ts';
import type { EvaluationRecords, RunKey } from './evaluation-records.ts';
import type { EvaluationSubject, EvaluationSubjects } from './evaluation-subjects.ts';
import type { NumberedQuestion, QuestionSets } from './question-sets.ts';

/** Works on runs. */
export interface EvaluationRunner {
  /**
   * Asks the questions of a run that have no answer yet, until there are none, the run is canceled, or the
   * time is over. Does nothing where another instance works on it.
   */
  work(key: RunKey, untilMs?: number): Promise<void>;
}

/** How long no other instance works on a run after an instance's latest sign, in milliseconds. */
export const LEASE_MS = 300_000;
/** When the lease is renewed before a further call, which takes less time than what is left of it. */
const RENEWAL_MS = LEASE_MS / 3;
/** How many questions are asked at a time. */
const CONCURRENCY = 4;
/** A run stops after this many answers in a row that failed. */
const MAX_FAILED = 8;

type Dependencies = AnswerDependencies & {
  records: EvaluationRecords;
  sets: Pick<QuestionSets, 'questions'>;
  subjects: EvaluationSubjects;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  isBudgetSpent: IsBudgetSpent;
  /** A name of this piece of work; chance. */
  newOwner: () => string;
};

/** Why a slice of work ends before the run does. */
type Ending = { state: 'done' } | { state: 'stopped'; stopReason: StopReason } | 'later' | 'waits-for-budget';

/** Asks the questions of evaluations; a lease in the run keeps instances from doing the same. */
export function evaluationRunner(dependencies: Dependencies): EvaluationRunner {
  const { records, sets, subjects, otherUsage, isBudgetSpent, newOwner, clock, stopping } = dependencies;
  const answerTo = evaluationAnswer(dependencies);
  const at = (ms: number) => new Date(ms).toISOString();

  /** Takes the lease of a run; undefined where another instance has it, or the run has ended. */
  function claim(key: RunKey, owner: string): Promise<StoredRun | undefined> {
    return records.change(key, ({ waitsForBudget: _waits, ...run }) => {
      const isTaken = run.lease !== undefined && Date.parse(run.lease.until) > clock.now();
      if (run.state !== 'running' || isTaken) return { result: undefined };
      const value = { ...run, lease: { owner, until: at(clock.now() + LEASE_MS) } };
      return { value, result: value };
    });
  }

  /** Stores the progress, and renews or returns the lease; false where the run is no longer this work's. */
  function advance(key: RunKey, owner: string, answers: readonly EvaluationAnswer[], end?: Ending) {
    return records.change(key, ({ lease, ...run }) => {
      if (lease?.owner !== owner) return { result: false };
      const figures = figuresOfAnswers(answers);
      if (run.state !== 'running') return { value: { ...run, figures }, result: false };
      if (end === undefined) {
        const renewed = { owner, until: at(clock.now() + LEASE_MS) };
        return { value: { ...run, figures, lease: renewed }, result: true };
      }
      return { value: { ...run, figures, ...changeOf(end, answers.length) }, result: false };
    });
  }

  function changeOf(end: Ending, answered: number): Partial<StoredRun> {
    if (end === 'later') return {};
    if (end === 'waits-for-budget') return { waitsForBudget: true };
    return { ...end, endedAt: at(clock.now()), ...(end.state === 'done' && { total: answered }) };
  }

  /** Renews the lease of a run before its calls, if it is this work's and old enough. */
  function leaseRenewal(key: RunKey, owner: string): () => Promise<void> {
    let renewedAtMs = clock.now();
    return async () => {
      if (clock.now() - renewedAtMs < RENEWAL_MS) return;
      renewedAtMs = clock.now();
      await records.change(key, ({ lease, ...run }) => {
        if (lease?.owner !== owner) return { result: undefined };
        return { value: { ...run, lease: { owner, until: at(clock.now() + LEASE_MS) } }, result: undefined };
      });
    };
  }

  /** The answers to the questions that have none, in groups; resolves to why it ends. */
  async function askAll(
    open: readonly NumberedQuestion[],
    { profile }: EvaluationSubject,
    progress: { key: RunKey; owner: string; answers: EvaluationAnswer[]; untilMs: number },
  ): Promise<Ending | undefined> {
    const { key, owner, answers, untilMs } = progress;
    const renewLease = leaseRenewal(key, owner);
    let failed = 0;
    for (let from = 0; from < open.length; from += CONCURRENCY) {
      if (stopping.aborted || clock.now() >= untilMs) return 'later';
      if (await isBudgetSpent()) return 'waits-for-budget';
      let spent = NOTHING_SPENT;
      const count = (call: SpendingTotals) => {
        spent = addSpent(spent, call);
      };
      const group = open.slice(from, from + CONCURRENCY).map(async (question) => {
        const answer = await answerTo(question, { profile, renewLease, count });
        await records.keep(key.runId, answer);
        return answer;
      });
      const settled = await Promise.allSettled(group);
      await otherUsage.add('evaluations', spent);
      for (const one of settled) {
        if (one.status === 'rejected') throw one.reason;
        answers.push(one.value);
        failed = one.value.verdict === 'failed' ? failed + 1 : 0;
      }
      if (failed >= MAX_FAILED) return { state: 'stopped', stopReason: 'assistant-unavailable' };
      if (!(await advance(key, owner, answers))) return undefined;
    }
    return { state: 'done' };
  }

  async function askOpen(key: RunKey, owner: string, claimed: StoredRun, untilMs: number): Promise<void> {
    const answers = await records.answers(key.runId);
    const subject = await subjectOf(claimed);
    if (subject?.fingerprint !== claimed.fingerprint) {
      await advance(key, owner, answers, { state: 'stopped', stopReason: 'changed' });
      return;
    }
    const asked = new Set(claimed.numbers);
    const answered = new Set(answers.map(({ number }) => number));
    const open = (await sets.questions(key.setId)).filter(
      ({ number }) => asked.has(number) && !answered.has(number),
    );
    const end = await askAll(open, subject, { key, owner, answers, untilMs });
    if (end) await advance(key, owner, answers, end);
  }

  /** Undefined where what the run tests is gone. */
  async function subjectOf(claimed: StoredRun): Promise<EvaluationSubject | undefined> {
    try {
      return await subjects(claimed);
    } catch (error) {
      if (error instanceof AppError && GONE.has(error.code)) return undefined;
      throw error;
    }
  }

  /** Takes a run from the queue that has ended, or is gone. */
  async function dequeueEnded(key: RunKey): Promise<void> {
    const run = await records.find(key);
    // Answers that were under way may have been kept after the run was deleted.
    if (!run) await records.clear(key);
    else if (run.state !== 'running') await records.dequeue(key);
  }

  return {
    async work(key, untilMs = Number.POSITIVE_INFINITY) {
      const owner = newOwner();
      const claimed = (await records.find(key)) && (await claim(key, owner));
      if (!claimed) {
        await dequeueEnded(key);
        return;
      }
      try {
        await askOpen(key, owner, claimed, untilMs);
      } catch (error) {
        if (!(await records.find(key))) {
          await dequeueEnded(key);
          return;
        }
        // What was answered is kept; the lease is returned, so that the next slice need not wait for its end.
        await advance(key, owner, await records.answers(key.runId), 'later');
        if (!stopping.aborted) throw error;
      }
      await dequeueEnded(key);
    },
  };
}

const GONE: ReadonlySet<string> = new Set(['assistant-not-found', 'candidate-not-found']);
