import { addUsage, NO_USAGE } from '../spending/rules/cost.ts';
import type { AnswerRequest, AnswerResult, AnswerUsage, Ports, RequestBudget } from '../ports.ts';

/** A complete answer, with the usage of all its model calls. */
export interface CompleteAnswer extends AnswerResult {
  content: string;
}

/** `stopping` aborts when the instance ends. */
export type AnswerDependencies = Pick<Ports, 'answerer' | 'clock' | 'telemetry'> & {
  requestBudget: Pick<RequestBudget, 'pause'>;
  stopping: AbortSignal;
};

/**
 * Calls the assistant and waits for the complete answer. `count` gets the usage of each model call as it
 * ends, also if the answer fails later.
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
    // A failure is thrown when the answer ends; until then it must not be an unhandled rejection.
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
