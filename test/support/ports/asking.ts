import { AppError } from '../../../src/domain/errors.ts';
import type { Answerer, AnswerRequest, AnswerResult, AnswerUsage } from '../../../src/ports.ts';

/** Everything that came of a question. */
export interface Heard {
  deltas: readonly string[];
  text: string;
  results: readonly AnswerResult[];
  /** The usage that was reported during the answer. */
  used: readonly AnswerUsage[];
  /** Why the answer failed, as `code: reason`; undefined where it did not. */
  failure: string | undefined;
}

/** A request as a visitor's question makes it; what came before can be added. */
export function question(content: string, more: Partial<AnswerRequest> = {}): AnswerRequest {
  const { history = [], ...rest } = more;
  return {
    instructions: 'Answer briefly.',
    assistantName: 'Ada',
    ...rest,
    history: [...history, { role: 'visitor', content }],
  };
}

/** Listens to an answer to its end, or to its failure. An error that is not an AppError is rethrown. */
export async function ask(
  answerer: Answerer,
  asked: string | AnswerRequest,
  signal = new AbortController().signal,
): Promise<Heard> {
  const request = typeof asked === 'string' ? question(asked) : asked;
  const deltas: string[] = [];
  const results: AnswerResult[] = [];
  const used: AnswerUsage[] = [];
  let failure: string | undefined;
  try {
    const onUsed = (call: AnswerUsage) => used.push(call);
    results.push(await answerer.answer(request, signal, (piece) => deltas.push(piece), onUsed));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    failure = `${error.code}: ${String(error.details['reason'])}`;
  }
  return { deltas, text: deltas.join(''), results, used, failure };
}
