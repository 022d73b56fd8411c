import { ttlCache } from '../../domain/caching.ts';
import type { Usage } from '../../domain/records/token-usage.ts';
import type { Answerer, Clock, ConversationStore } from '../../ports.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import { conversationTokensToday, dayStart } from './tokens-today.ts';

const TTL_MS = 10_000;

interface Spending {
  store: Pick<ConversationStore, 'activity'>;
  clock: Pick<Clock, 'now'>;
  /** The usage outside of conversations. */
  otherUsage?: Pick<OtherTokenUsage, 'today'>;
}

interface Limited {
  budget: number;
  clock: Clock;
  /** Answers once the budget is spent. */
  instead: Answerer;
}

/** Whether the daily budget is used up. */
export type IsBudgetSpent = () => Promise<boolean>;

/** All tokens of the current UTC day, inside and outside of conversations. */
export async function tokensSpentToday({ store, clock, otherUsage }: Spending): Promise<number> {
  const [{ inputTokens, outputTokens }, others = 0] = await Promise.all([
    conversationTokensToday(store, clock.now()),
    otherUsage?.today(),
  ]);
  return inputTokens + outputTokens + others;
}

/** Asks the store whether the tokens of the UTC day are used up; a budget of 0 never is. */
export function dailyBudgetCheck({ budget, ...spending }: Spending & { budget: number }): IsBudgetSpent {
  return async () => budget > 0 && (await tokensSpentToday(spending)) >= budget;
}

/**
 * An answerer that stops calling the model when the deployment has spent its tokens of the UTC day. The
 * instance adds the usage of its answers immediately, and reads every ten seconds the usage of others. The
 * budget is exceeded at most by the answers then in flight here, and by those of other instances since the
 * last reading.
 */
export function withDailyBudget(
  answerer: Answerer,
  { budget, instead, ...spending }: Spending & Limited,
): Answerer {
  if (budget === 0) return answerer;
  const { clock } = spending;
  const readings = ttlCache<number>({ clock, ttlMs: TTL_MS });
  let day = '';
  let used = 0;

  /** The greater of both sums: each holds answers that the other does not know yet. */
  async function usedToday(): Promise<number> {
    const today = dayStart(clock.now());
    const reading = await readings.get(today, () => tokensSpentToday(spending));
    if (day !== today) used = 0;
    day = today;
    used = Math.max(used, reading);
    return used;
  }

  function add({ inputTokens, outputTokens }: Usage): void {
    used += inputTokens + outputTokens;
  }

  return {
    async answer(request, signal, onText, onUsed) {
      if ((await usedToday()) < budget) {
        const result = await answerer.answer(request, signal, onText, (call) => {
          add(call.usage);
          onUsed(call);
        });
        add(result.usage);
        return result;
      }
      return await instead.answer(request, signal, onText, onUsed);
    },
  };
}
