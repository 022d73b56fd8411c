import type { Usage } from './records/token-usage.ts';
import type { ConversationStore } from '../ports.ts';

export type TokenSums = Pick<Usage, 'inputTokens' | 'outputTokens'>;

/** Tokens since `windowStart`, the start of the current UTC day. */
interface TokensToday extends TokenSums {
  windowStart: string;
}

const DAY_MS = 86_400_000;

/** The start of the UTC day (RFC 3339). */
export function dayStart(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

export function sumTokens(all: readonly TokenSums[]): TokenSums {
  const sum = (field: keyof TokenSums) => all.reduce((total, one) => total + one[field], 0);
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens') };
}

/** The usage of conversations in the hours of the current UTC day. */
export async function conversationTokensToday(
  store: Pick<ConversationStore, 'activity'>,
  nowMs: number,
): Promise<TokenSums> {
  const start = dayStart(nowMs);
  return sumTokens(await store.activity(start, new Date(Date.parse(start) + DAY_MS).toISOString()));
}

/** The usage of all calls in the current UTC day, inside and outside conversations. */
export async function tokensToday(
  {
    store,
    otherUsage,
  }: { store: Pick<ConversationStore, 'activity'>; otherUsage: { sumsOfToday: () => Promise<TokenSums> } },
  nowMs: number,
): Promise<TokensToday> {
  const sums = await Promise.all([conversationTokensToday(store, nowMs), otherUsage.sumsOfToday()]);
  return { ...sumTokens(sums), windowStart: dayStart(nowMs) };
}
