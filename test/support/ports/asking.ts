import { AppError } from '../../../src/core/errors.ts';
import type { Answerer, AnswerRequest, AnswerResult, AnswerUsage } from '../../../src/ports.ts';

/** Everything that an answer produced. */
export interface AnswerRecord {
  deltas: readonly string[];
  text: string;
  results: readonly AnswerResult[];
  /** The usage that was reported during the answer. */
  used: readonly AnswerUsage[];
  /** The failure as `code: reason`; undefined on success. */
  failure: string | undefined;
}

/** A request with a visitor's question. */
export function question(content: string, more: Partial<AnswerRequest> = {}): AnswerRequest {
  const { history = [], ...rest } = more;
  return {
    instructions: 'Answer briefly.',
    assistantName: 'Ada',
    ...rest,
    history: [...history, { role: 'visitor', content }],
  };
}

/** Collects an answer until its end or failure. Errors that are not an AppError are rethrown. */
export async function ask(
  answerer: Answerer,
  asked: string | AnswerRequest,
  signal = new AbortController().signal,
): Promise<AnswerRecord> {
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
