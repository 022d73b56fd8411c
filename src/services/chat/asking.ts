import { AppError } from '../../domain/errors.ts';
import type { AnswerRequest, AnswerResult, Ports, RequestBudget } from '../../ports.ts';

/** A complete answer. */
export interface WholeAnswer extends AnswerResult {
  content: string;
}

/** `stopping` aborts when the instance ends. */
export type Asking = Pick<Ports, 'answerer' | 'clock' | 'telemetry'> & {
  requestBudget: Pick<RequestBudget, 'pause'>;
  stopping: AbortSignal;
};

/** Asks the assistant and waits for the complete answer. */
export async function askOnce(
  { answerer, clock, requestBudget, telemetry, stopping }: Asking,
  request: AnswerRequest,
): Promise<WholeAnswer> {
  const startedAt = clock.now();
  let content = '';
  let result: AnswerResult | undefined;
  await requestBudget.pause(async () => {
    for await (const event of answerer.answer(request, stopping)) {
      if (event.type === 'done') result = event.result;
      else content += event.content;
    }
  });
  if (!result) throw new AppError('assistant-unavailable', { reason: 'empty' });
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
