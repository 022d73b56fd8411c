import { costOf, type Pricing } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { spentOn } from '../../domain/spending.ts';
import type { Message } from '../../domain/records/message.ts';
import type { AnswerJudge, AnswerResult, Ports } from '../../ports.ts';
import type { Judgments } from '../admin/judgments.ts';
import type { ResolvedAssistant } from '../assistants/assistant-profiles.ts';
import type { Background } from '../platform/background.ts';
import type { IsBudgetSpent } from './daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';

/** An answer that was stored just now. */
export interface StoredAnswer {
  profile: Pick<ResolvedAssistant, 'checkedPercent' | 'model' | 'prices'>;
  question: Message;
  reply: Message;
  result: AnswerResult;
}

/** Has a sample of the answers judged, after they were stored. */
export interface AnswerChecks {
  /** Returns at once; a judgment that fails or is too many is left out. */
  consider(answer: StoredAnswer): void;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry'> & {
  /** Undefined where no model is connected. */
  judge: AnswerJudge | undefined;
  judgments: Pick<Judgments, 'add'>;
  otherUsage: OtherTokenUsage;
  pricing: Pricing;
  isBudgetSpent: IsBudgetSpent;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** The most answers that wait for their judgment on one instance. */
const MAX_WAITING = 20;

/** One at a time, in memory: a crash loses judgments, never an answer. */
export function answerChecks(dependencies: Dependencies): AnswerChecks {
  const { judge, judgments, otherUsage, isBudgetSpent, pricing, background } = dependencies;
  const { clock, random, stopping, telemetry } = dependencies;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  function isChosen(percent: number): boolean {
    const [high = 0, low = 0] = random.bytes(2);
    return ((high * 256 + low) / 65_536) * 100 < percent;
  }

  async function check(judges: AnswerJudge, answer: StoredAnswer): Promise<void> {
    if (stopping.aborted || (await isBudgetSpent())) return;
    const { question, reply, result, profile } = answer;
    const { opinion, model, usage } = await judges.judge(
      {
        question: question.content,
        answer: reply.content,
        documents: result.given ?? [],
        ...(profile.model !== undefined && { model: profile.model }),
      },
      stopping,
    );
    const { model: asked, prices: own } = profile;
    await otherUsage.add('checks', spentOn(usage, costOf(usage, pricing({ asked, answered: model, own }))));
    const { sessionId, id: messageId, seq, createdAt } = reply;
    const at = new Date(clock.now()).toISOString();
    if (opinion) await judgments.add({ sessionId, messageId, seq, ...opinion, model, at }, createdAt);
    else telemetry.record({ type: 'warning', code: 'answer-not-judged' });
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
      // A failure is reported once, and does not stop the next one.
      last = last.catch(() => undefined);
    },
  };
}
