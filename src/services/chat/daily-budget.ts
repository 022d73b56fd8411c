import { ttlCache } from '../../domain/caching.ts';
import { NO_USAGE } from '../../domain/cost.ts';
import type { Answerer, Clock, ConversationStore } from '../../ports.ts';
import { tokensToday } from './tokens-today.ts';

/** The assistant's sentence once the day's budget is spent. */
const SPENT = 'I have reached my limit for today.';
const OFFER = ' A person of the team can help you: choose “Talk to a person”.';
const TTL_MS = 10_000;

/**
 * An answerer that stops calling the model when the deployment has spent its tokens of the UTC day, and
 * offers an agent instead, if its handoff setting allows. The sum is cached for ten seconds, so a busy day
 * may slightly exceed the budget.
 */
export function withDailyBudget(
  answerer: Answerer,
  { budget, store, clock }: { budget: number; store: ConversationStore; clock: Clock },
): Answerer {
  if (budget === 0) return answerer;
  const sums = ttlCache<number>({ clock, ttlMs: TTL_MS });

  async function loadUsed(): Promise<number> {
    const { inputTokens, outputTokens } = await tokensToday(store, clock.now());
    return inputTokens + outputTokens;
  }

  return {
    async *answer(request, signal) {
      if ((await sums.get('today', loadUsed)) < budget) {
        yield* answerer.answer(request, signal);
        return;
      }
      const { handover = 'when-unsure' } = request;
      yield { type: 'delta', content: handover === 'when-unsure' ? `${SPENT}${OFFER}` : SPENT };
      yield { type: 'done', result: { usage: NO_USAGE, model: 'budget', sources: [], answered: false } };
    },
  };
}
