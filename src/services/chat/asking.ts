import { AppError } from '../../domain/errors.ts';
import type { AssistantRequest, AssistantResult, Ports } from '../../ports.ts';

/** A complete answer. */
export interface WholeAnswer extends AssistantResult {
  content: string;
}

/** `stopping` aborts when the instance ends. */
export type Asking = Pick<Ports, 'assistant' | 'clock' | 'telemetry'> & { stopping: AbortSignal };

/** Asks the assistant and waits for the complete answer. */
export async function askOnce(
  { assistant, clock, telemetry, stopping }: Asking,
  request: AssistantRequest,
): Promise<WholeAnswer> {
  const startedAt = clock.now();
  let content = '';
  let result: AssistantResult | undefined;
  for await (const event of assistant.answer(request, stopping)) {
    if (event.type === 'done') result = event.result;
    else content += event.content;
  }
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
