import { AppError } from '../../core/errors.ts';
import { FAILURE_REASONS, type FailureReason } from '../../spending/rules/model-failure.ts';
import type { AnswerBasis } from '../../conversations/records/message.ts';
import type { Answerer } from '../../ports.ts';

/** Answers from the documents, and records why the model did not answer. */
export function fallbackAnswerer(
  documents: Answerer,
  failure: NonNullable<AnswerBasis['failure']>,
): Answerer {
  return {
    async answer(...call) {
      const result = await documents.answer(...call);
      return { ...result, basis: { queries: [], sections: [], ...result.basis, failure } };
    },
  };
}

/**
 * If the model fails before its first word, the visitor is answered from the documents. Later failures, and
 * those of drafts, are passed on.
 */
export function withDocumentFallback(model: Answerer, documents: Answerer): Answerer {
  return {
    async answer(request, signal, onText, onUsed) {
      const shown = { isEmpty: true };
      try {
        return await model.answer(
          request,
          signal,
          (piece) => {
            shown.isEmpty = false;
            onText(piece);
          },
          onUsed,
        );
      } catch (error) {
        const reason = failureOf(error);
        const mayFallBack = shown.isEmpty && !signal.aborted && request.purpose !== 'draft';
        if (reason === undefined || !mayFallBack) throw error;
        return await fallbackAnswerer(documents, reason).answer(request, signal, onText, onUsed);
      }
    },
  };
}

function failureOf(error: unknown): FailureReason | undefined {
  if (!(error instanceof AppError) || error.code !== 'assistant-unavailable') return undefined;
  return FAILURE_REASONS.find((reason) => reason === error.details['reason']);
}
