import { addUsage, NO_USAGE } from '../../domain/cost.ts';
import type { AnswerRequest, AnswerResult, AnswerUsage, Ports, RequestBudget } from '../../ports.ts';

/** A complete answer, with the usage of all its calls of the model. */
export interface CompleteAnswer extends AnswerResult {
  content: string;
}

/** `stopping` aborts when the instance ends. */
export type AnswerDependencies = Pick<Ports, 'answerer' | 'clock' | 'telemetry'> & {
  requestBudget: Pick<RequestBudget, 'pause'>;
  stopping: AbortSignal;
};

/**
 * Asks the assistant and waits for the complete answer. Passes what its calls used to `count` as they end,
 * also where the answer fails later.
 */
export async function completeAnswer(
  { answerer, clock, requestBudget, telemetry, stopping }: AnswerDependencies,
  request: AnswerRequest,
  count: (used: AnswerUsage) => Promise<void>,
): Promise<CompleteAnswer> {
  const startedAt = clock.now();
  let content = '';
  let usage = NO_USAGE;
  let embeddingTokens = 0;
  const counted: Promise<void>[] = [];
  const add = (used: AnswerUsage) => {
    usage = addUsage(usage, used.usage);
    embeddingTokens += used.embeddingTokens ?? 0;
    const counting = count(used);
    counted.push(counting);
    // A failure is thrown once the answer has ended; until then it must not count as unhandled.
    counting.then(undefined, () => undefined);
  };
  const onText = (piece: string) => {
    content += piece;
  };
  let result: AnswerResult;
  try {
    result = await requestBudget.pause(() => answerer.answer(request, stopping, onText, add));
    add(result);
  } finally {
    await Promise.all(counted);
  }
  const { model, answered } = result;
  telemetry.record({
    type: 'answer',
    model,
    durationMs: clock.now() - startedAt,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    outcome: answered ? 'answered' : 'nothing-found',
  });
  return { content, ...result, usage, embeddingTokens };
}
