import type { ComponentProblem, ProblemReason } from '../../platform/rules/component-problem.ts';
import type { FailureReason } from '../../spending/rules/model-failure.ts';

/** Why the search uses words only: a failed call, or responses that take too long. */
export type EmbeddingFailure = FailureReason | 'slow';

const BY_WORDS = 'The search uses words only, and the chat continues.';

/** `setting`: the setting that names the embedding model. */
export function embeddingProblem(
  failure: EmbeddingFailure,
  setting: 'EMBEDDING_DEPLOYMENT' | 'EMBEDDING_MODEL',
): ComponentProblem {
  const problem = (reason: ProblemReason, named: string, message: string): ComponentProblem => ({
    component: 'embeddings',
    reason,
    setting: named,
    message: `${message} ${BY_WORDS}`,
  });
  switch (failure) {
    case 'access-denied':
      return setting === 'EMBEDDING_MODEL'
        ? problem(
            'access-denied',
            'OPENAI_API_KEY',
            'The embedding server refuses the key. Check OPENAI_API_KEY.',
          )
        : problem(
            'access-denied',
            setting,
            'The model service refuses to embed texts for the app’s identity. Give it the role Cognitive Services OpenAI User.',
          );
    case 'model-not-found':
      return problem('not-found', setting, `The embedding model does not exist. Check ${setting}.`);
    case 'refused':
    case 'wrong-protocol':
    case 'empty':
      return problem(
        'wrong-answer',
        setting,
        `The embedding server does not answer with vectors of the expected number and length. Check ${setting}.`,
      );
    case 'slow':
      return problem('slow', setting, 'The embedding server answers too late for visitors who wait.');
    case 'rate-limited':
      return problem(
        'unreachable',
        setting,
        'The embedding server limits the calls. Raise the limit of the model.',
      );
    case 'timeout':
    case 'server-error':
    case 'unreachable':
    case 'broken-stream':
    case 'circuit-open':
      return problem(
        'unreachable',
        setting,
        `The embedding server does not answer. Check ${setting} and its server.`,
      );
  }
}
