import * as z from 'zod/mini';
import { HOUR_CLOSED_MS } from '../availability/rules/activity.ts';
import type { Ports } from '../ports.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import { sumTokens, type TokenSums } from '../spending/tokens-today.ts';
import { updateDocument } from '../platform/ledger-documents.ts';

/** The tokens of complete hours, from `windowStart` to the start of the next window. */
interface TokenWindow extends TokenSums {
  windowStart: string;
}

const HOUR_MS = 3_600_000;
/** The first window starts this long before the first report, in milliseconds, to include earlier usage. */
const FIRST_WINDOW_MS = 24 * HOUR_MS;

const State = z.object({
  /** The start of the next window. */
  next: z.string(),
  /** The undelivered window; stored before it is sent, so that every instance sends the same one. */
  pending: z.exactOptional(
    z.object({ until: z.string(), inputTokens: z.number(), outputTokens: z.number() }),
  ),
});
type State = z.infer<typeof State>;
const DOCUMENT = {
  kind: 'last-reports',
  id: 'tokens',
  /** An invalid state is undefined. */
  schema: z.catch(z.optional(State), undefined),
  consistency: 'strong',
} as const;

/** Stores the delivered and the pending window in the ledger. */
export function tokenWindows(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
    otherUsage: Pick<OtherTokenUsage, 'between'>;
  },
) {
  const { otherUsage, store, clock } = dependencies;

  const hourAt = (ms: number) => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();

  /**
   * The start of the first window. After an invalid state it is the current hour: tokens may be missing in
   * the reports, but are never reported twice.
   */
  const firstStart = (isUnreadable: boolean) => hourAt(clock.now() - (isUnreadable ? 0 : FIRST_WINDOW_MS));

  /** Computes and writes the next state; undefined leaves it unchanged. */
  async function change(
    work: (state: State | undefined, isUnreadable: boolean) => Promise<State | undefined>,
  ): Promise<State> {
    const { result } = await updateDocument('token-windows', dependencies, DOCUMENT, async (stored) => {
      const value = await work(stored?.value, stored !== undefined && stored.value === undefined);
      return { value, result: value ?? stored?.value ?? { next: hourAt(clock.now()) } };
    });
    return result;
  }

  async function close(next: string): Promise<State> {
    const until = hourAt(clock.now() - HOUR_CLOSED_MS);
    if (until <= next) return { next };
    const [hours, spent] = await Promise.all([store.activity(next, until), otherUsage.between(next, until)]);
    return { next, pending: { until, ...sumTokens([...hours, ...spent]) } };
  }

  return {
    /**
     * The undelivered window, else the window of all hours closed since; undefined if no hour has closed.
     */
    async due(): Promise<TokenWindow | undefined> {
      const { next, pending } = await change(async (state, isUnreadable) => {
        if (state?.pending) return undefined;
        const closed = await close(state?.next ?? firstStart(isUnreadable));
        return state && !closed.pending ? undefined : closed;
      });
      if (!pending) return undefined;
      const { inputTokens, outputTokens } = pending;
      return { inputTokens, outputTokens, windowStart: next };
    },

    /** Records that the publisher has accepted a window. */
    async markDelivered({ windowStart }: TokenWindow): Promise<void> {
      await change((state) => {
        const isPending = state?.pending !== undefined && state.next === windowStart;
        return Promise.resolve(isPending && state.pending ? { next: state.pending.until } : undefined);
      });
    },
  };
}

/**
 * The windows of the token reports. Every token, inside and outside conversations, is in exactly one window,
 * and a window does not change until it is delivered.
 */
export type TokenWindows = ReturnType<typeof tokenWindows>;
