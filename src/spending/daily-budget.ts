import { ttlCache } from '../lib/caching.ts';
import type { Usage } from './records/token-usage.ts';
import type { Answerer, Clock, ConversationStore } from '../ports.ts';
import type { OtherTokenUsage } from './other-token-usage.ts';
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
  /** The answerer to use once the budget is spent. */
  instead: Answerer;
}

/** Whether the daily budget is used up. */
export type IsBudgetSpent = () => Promise<boolean>;

/** All tokens of the current UTC day, inside and outside conversations. */
async function tokensSpentToday({ store, clock, otherUsage }: Spending): Promise<number> {
  const [{ inputTokens, outputTokens }, others = 0] = await Promise.all([
    conversationTokensToday(store, clock.now()),
    otherUsage?.today(),
  ]);
  return inputTokens + outputTokens + others;
}

/** Checks the budget of the UTC day by the store; 0 means no limit. */
export function dailyBudgetCheck({ budget, ...spending }: Spending & { budget: number }): IsBudgetSpent {
  return async () => budget > 0 && (await tokensSpentToday(spending)) >= budget;
}

/**
 * An answerer that stops calling the model once the deployment's tokens of the UTC day are spent. The
 * instance adds its own usage immediately, and reads the usage of others every 10 s. The budget can be
 * exceeded by answers in progress, and by those of other instances since the last read.
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

  /** The larger of both sums, because each may contain answers that the other lacks. */
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
