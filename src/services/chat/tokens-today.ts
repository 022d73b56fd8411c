import type { ConversationStore } from '../../ports.ts';

/** Tokens since `windowStart`, the start of the current UTC day. */
export interface TokensToday {
  inputTokens: number;
  outputTokens: number;
  windowStart: string;
}

const DAY_MS = 86_400_000;

/** The start of a time's UTC day. */
export function dayStart(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

/** Sums the hours of the current UTC day. */
export async function tokensToday(
  store: Pick<ConversationStore, 'activity'>,
  nowMs: number,
): Promise<TokensToday> {
  const windowStart = dayStart(nowMs);
  const tomorrow = new Date(Date.parse(windowStart) + DAY_MS).toISOString();
  const hours = await store.activity(windowStart, tomorrow);
  const sum = (field: 'inputTokens' | 'outputTokens') =>
    hours.reduce((total, hour) => total + hour[field], 0);
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), windowStart };
}
