import { spentBy } from '../../domain/model-failure.ts';
import type { AnswerRequest, AnswerResult, Ports, RequestBudget } from '../../ports.ts';

/** A complete answer. */
export interface WholeAnswer extends AnswerResult {
  content: string;
}

/** What the finished calls of an answer used. */
export type SpentOnAnswer = Pick<AnswerResult, 'usage' | 'model' | 'embeddingTokens'>;

/** `stopping` aborts when the instance ends. */
export type AskDependencies = Pick<Ports, 'answerer' | 'clock' | 'telemetry'> & {
  requestBudget: Pick<RequestBudget, 'pause'>;
  stopping: AbortSignal;
};

/** Asks the assistant and waits for the complete answer. */
export async function askOnce(
  { answerer, clock, requestBudget, telemetry, stopping }: AskDependencies,
  request: AnswerRequest,
): Promise<WholeAnswer> {
  const startedAt = clock.now();
  let content = '';
  const result = await requestBudget.pause(() =>
    answerer.answer(request, stopping, (piece) => {
      content += piece;
    }),
  );
  const { usage, model, answered } = result;
  telemetry.record({
    type: 'answer',
    model,
    durationMs: clock.now() - startedAt,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    outcome: answered ? 'answered' : 'nothing-found',
  });
  return { content, ...result };
}

/** As `askOnce`. Passes what was used to `count`, also where the answer fails after its first calls. */
export async function askCounted(
  asking: AskDependencies,
  request: AnswerRequest,
  count: (spent: SpentOnAnswer) => Promise<void>,
): Promise<WholeAnswer> {
  let answer: WholeAnswer;
  try {
    answer = await askOnce(asking, request);
  } catch (error) {
    const spent = spentBy(error);
    if (spent) await count(spent);
    throw error;
  }
  await count(answer);
  return answer;
}
