/** Calls allowed in a window of one minute; the window starts with the first call. */
export interface RateLimits {
  sessionMessages: number;
  ipMessages: number;
  ipReads: number;
}

export const WINDOW_MS = 60_000;

/** How many calls with a wrong admin key one client may make in a window. */
export const WRONG_KEYS_PER_WINDOW = 10;

/**
 * Callers whose address is not known share one window, which takes as many times what one address may: room for a crowd,
 * a bound for a flood. In the cloud these are requests that forge what the platform says of them, and all where the
 * platform does not say.
 */
export const UNKNOWN_ADDRESS_FACTOR = 100;

/** Whole seconds until a spent window ends, 1 or more, or undefined while there is room. */
export function retryAfterSeconds(
  state: { count: number; windowEndsAtMs: number },
  limit: number,
  nowMs: number,
): number | undefined {
  if (state.count <= limit) return undefined;
  return Math.max(1, Math.ceil((state.windowEndsAtMs - nowMs) / 1000));
}
