import { costOf, type Pricing } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import type { TestTurn } from '../../domain/records/assistant-test.ts';
import { totalsOf } from '../../domain/spending.ts';
import { previewOf } from '../../domain/text.ts';
import type { Message } from '../../domain/records/message.ts';
import type { AnswerJudge, AnswerResult, Ports } from '../../ports.ts';
import type { DoubtfulAnswers } from '../admin/doubtful-answers.ts';
import type { ResolvedAssistant } from '../assistants/assistant-profiles.ts';
import type { Background } from '../platform/background.ts';
import type { IsBudgetSpent } from './daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';

/** An answer that was just stored. */
export interface StoredAnswer {
  profile: Pick<ResolvedAssistant, 'checkedPercent' | 'instructions' | 'model' | 'prices'>;
  /** The messages in the model's prompt, oldest first, ending with the question. */
  history: readonly Message[];
  reply: Message;
  result: AnswerResult;
}

/** Samples stored answers for an LLM-as-a-judge, and stores the doubtful ones. */
export interface AnswerChecks {
  /** Returns immediately. Failed checks, and checks beyond the queue's limit, are skipped. */
  consider(answer: StoredAnswer): void;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry'> & {
  /** Undefined if no model is connected. */
  judge: AnswerJudge | undefined;
  doubtfulAnswers: Pick<DoubtfulAnswers, 'add'>;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  isBudgetSpent: IsBudgetSpent;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** The maximum length of the queue of an instance. */
const MAX_WAITING = 20;

/** The maximum length of the stored question, in code points. */
const MAX_QUESTION_LENGTH = 300;

/** One at a time, in memory: a crash loses pending checks, never an answer. */
export function answerChecks(dependencies: Dependencies): AnswerChecks {
  const { judge, doubtfulAnswers, otherUsage, isBudgetSpent, pricing, background } = dependencies;
  const { clock, random, stopping, telemetry } = dependencies;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  function isChosen(percent: number): boolean {
    const [high = 0, low = 0] = random.bytes(2);
    return ((high * 256 + low) / 65_536) * 100 < percent;
  }

  async function check(judges: AnswerJudge, answer: StoredAnswer): Promise<void> {
    if (stopping.aborted || (await isBudgetSpent())) return;
    const { history, reply, result, profile } = answer;
    const { opinion, model, usage } = await judges.judge(
      {
        instructions: profile.instructions,
        turns: turnsIn(history),
        answer: reply.content,
        documents: result.promptDocuments ?? [],
        ...(profile.model !== undefined && { model: profile.model }),
      },
      stopping,
    );
    const { model: requestedModel, prices: own } = profile;
    await otherUsage.add('checks', totalsOf(usage, costOf(usage, pricing({ requestedModel, model, own }))));
    const { sessionId, id: messageId, seq, createdAt } = reply;
    const at = new Date(clock.now()).toISOString();
    if (!opinion) {
      telemetry.record({ type: 'warning', code: 'answer-not-judged' });
      return;
    }
    if (opinion.verdict === 'grounded') return;
    const question = previewOf(history.at(-1)?.content ?? '', MAX_QUESTION_LENGTH);
    await doubtfulAnswers.add({ sessionId, messageId, seq, question, ...opinion, model, at }, createdAt);
  }

  async function checkIfPossible(judges: AnswerJudge, answer: StoredAnswer): Promise<void> {
    try {
      await check(judges, answer);
    } catch (error) {
      if (stopping.aborted) return;
      if (!(error instanceof AppError)) throw error;
      telemetry.record({ type: 'warning', code: 'answer-not-judged' });
    } finally {
      waiting--;
    }
  }

  return {
    consider(answer) {
      const { checkedPercent = 0 } = answer.profile;
      if (!judge || checkedPercent === 0 || waiting >= MAX_WAITING || !isChosen(checkedPercent)) return;
      waiting++;
      const before = last;
      last = before.then(() => checkIfPossible(judge, answer));
      background.run(last);
      // A failed check is reported once, and does not stop the next one.
      last = last.catch(() => undefined);
    },
  };
}

/** The conversation for the judge; agents' messages count as the assistant's. */
function turnsIn(history: readonly Message[]): TestTurn[] {
  return history
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => ({ role: role === 'visitor' ? role : 'assistant', content }));
}
