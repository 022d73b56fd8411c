import { addUsage, embeddingUsage, NO_USAGE } from '../../spending/rules/cost.ts';
import type { Usage } from '../../spending/records/token-usage.ts';
import type { AnswerUsage } from '../../ports.ts';

/** Adds up the usage of an answer until it is taken, so that each token is reported once. */
export function usageMeter(requestedModel: string) {
  let model = requestedModel;
  let usage = NO_USAGE;
  let embeddingTokens = 0;
  return {
    /** `answering`: the model's name, as the server sends it. */
    addCall(answering: string, used: Usage): void {
      model = answering;
      usage = addUsage(usage, used);
    },
    addEmbedding(tokens: number): void {
      embeddingTokens += tokens;
    },
    /** Returns the usage since the last call, including embedding. */
    take(): AnswerUsage {
      const used = {
        model,
        usage: addUsage(usage, embeddingUsage(embeddingTokens)),
        ...(embeddingTokens > 0 && { embeddingTokens }),
      };
      usage = NO_USAGE;
      embeddingTokens = 0;
      return used;
    },
  };
}

export type UsageMeter = ReturnType<typeof usageMeter>;
