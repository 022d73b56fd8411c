/** Calls allowed in a window of one minute; the window starts with the first call. */
export interface RateLimits {
  sessionMessages: number;
  sessionReads: number;
  ipMessages: number;
  ipReads: number;
}

export const WINDOW_MS = 60_000;

/** How many calls with a wrong admin key one client may make in a window; each is reported, so that guesses are exact. */
export const WRONG_KEYS_PER_WINDOW = 10;

/**
 * Callers whose address is not known share one window, which takes as many times what one address may: room for a crowd,
 * a bound for a flood. In the cloud these are requests that forge what the platform says of them, and all where the
 * platform does not say.
 */
export const UNKNOWN_ADDRESS_FACTOR = 100;

/** What one instance knows of a window. */
export interface RateWindow {
  /** The calls of all instances, as the store told them last. */
  reported: number;
  /** Calls of this instance that the store has not been told of. */
  unreported: number;
  /** In milliseconds since the epoch. */
  endsAtMs: number;
}

/**
 * `pass` and `refuse` are decided here. `report`: the store is told of all unreported calls first, this one among them, and
 * its count decides (`afterReport`).
 */
export type RateVerdict = 'pass' | 'refuse' | 'report';

/**
 * How many calls an instance may let through before the store is told: a tenth of the limit, so that N instances together
 * let through at most the limit and N - 1 tenths of it. With a limit below 10 each call is reported before it passes.
 */
export function reportEvery(limit: number): number {
  return Math.floor(limit / 10);
}

/** Counts a call in its window, or in a new one where there is none or it is over. A refused call is not counted. */
export function countCall(
  before: RateWindow | undefined,
  { limit, every = reportEvery(limit) }: { limit: number; every?: number },
  nowMs: number,
): { window: RateWindow; verdict: RateVerdict } {
  const isOpen = before !== undefined && nowMs < before.endsAtMs;
  const window = isOpen ? before : { reported: 0, unreported: 0, endsAtMs: nowMs + WINDOW_MS };
  if (window.reported + window.unreported >= limit) return { window, verdict: 'refuse' };
  const counted = { ...window, unreported: window.unreported + 1 };
  return { window: counted, verdict: counted.unreported > every ? 'report' : 'pass' };
}

/** The window once the store was told of all its calls; the call that was reported last passes where the count is in the limit. */
export function afterReport(
  state: { count: number; windowEndsAtMs: number },
  limit: number,
): { window: RateWindow; verdict: 'pass' | 'refuse' } {
  const { count, windowEndsAtMs } = state;
  const window = { reported: count, unreported: 0, endsAtMs: windowEndsAtMs };
  return { window, verdict: count <= limit ? 'pass' : 'refuse' };
}

/** Whole seconds until a window ends, 1 or more. */
export function retryAfterSeconds({ endsAtMs }: RateWindow, nowMs: number): number {
  return Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
}
