import type { BrowserContext, Page } from 'playwright-core';

/**
 * Timers of at least this length wait for the test, in milliseconds. Frames and shorter timers run normally.
 */
const MIN_HELD_MS = 900;

/**
 * From the next page on, long timers and the time of day advance only with `passTime`. Playwright's clock
 * either keeps running or also stops animation frames.
 */
export const holdTimers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(holdTimersInPage, MIN_HELD_MS);

/** Advances the time of a page and its frames, and runs the due timers in order. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(`passTime(${ms})`)));
}

function holdTimersInPage(longMs: number): void {
  interface Timer {
    atMs: number;
    everyMs?: number;
    run: () => void;
  }
  const timers = new Map<number, Timer>();
  const native = { setTimeout, setInterval, clearTimeout, clearInterval };
  let nowMs = Date.now();
  /** Above the browser's timer ids. */
  let latestId = 1_000_000_000;

  const hold = (ms: number, timer: Omit<Timer, 'atMs'>) => {
    timers.set(++latestId, { ...timer, atMs: nowMs + ms });
    return latestId;
  };
  const isLong = (ms: unknown): ms is number => typeof ms === 'number' && ms >= longMs;
  const replaced = {
    setTimeout: (run: (...given: unknown[]) => void, ms?: unknown, ...given: unknown[]) =>
      isLong(ms)
        ? hold(ms, { run: () => run(...given) })
        : Reflect.apply(native.setTimeout, window, [run, ms, ...given]),
    setInterval: (run: (...given: unknown[]) => void, ms?: unknown, ...given: unknown[]) =>
      isLong(ms)
        ? hold(ms, { run: () => run(...given), everyMs: ms })
        : Reflect.apply(native.setInterval, window, [run, ms, ...given]),
    clearTimeout: (id?: number) => {
      if (id === undefined || !timers.delete(id)) native.clearTimeout.call(window, id);
    },
    clearInterval: (id?: number) => {
      if (id === undefined || !timers.delete(id)) native.clearInterval.call(window, id);
    },
    passTime(ms: number) {
      const untilMs = nowMs + ms;
      for (let next = dueBy(untilMs); next; next = dueBy(untilMs)) {
        const [id, timer] = next;
        nowMs = timer.atMs;
        if (timer.everyMs === undefined) timers.delete(id);
        else timers.set(id, { ...timer, atMs: nowMs + timer.everyMs });
        timer.run();
      }
      nowMs = untilMs;
    },
  };
  const dueBy = (untilMs: number) =>
    [...timers].filter(([, { atMs }]) => atMs <= untilMs).sort(([, a], [, b]) => a.atMs - b.atMs)[0];
  Object.assign(window, replaced);
  Date.now = () => nowMs;
}
