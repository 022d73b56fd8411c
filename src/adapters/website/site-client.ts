import { keyedMutex, TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import { lruCache } from '../../lib/caching.ts';
import {
  DEFAULT_PAUSE_MS,
  intervalOf,
  isBusy,
  MAX_PAUSE_MS,
  paceAfter,
  paceOf,
  type Pace,
} from '../../websites/rules/pace.ts';
import { retryAfterMs } from '../../lib/retries.ts';
import type { Clock } from '../../ports.ts';
import { getFromWebsite, type Connections, type WebsiteAnswer } from './request.ts';

/** Time-out of one page with its body, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** How often a page of a busy site is requested. */
const MAX_TRIES = 3;
/** The most hosts whose pace is remembered. */
const MAX_SITES = 200;

interface GetOptions {
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

interface HostState {
  pace: Pace;
  nextAtMs: number;
}

export function siteClient({
  clock,
  userAgent,
  connections,
}: {
  clock: Clock;
  userAgent: string;
  connections: Connections;
}) {
  const inTurn = keyedMutex();
  const hosts = lruCache<HostState>(MAX_SITES);
  const visited = (url: string) => hosts(new URL(url).host, () => ({ pace: paceOf(), nextAtMs: 0 }));

  async function pause(ms: number, signal: AbortSignal): Promise<void> {
    if (ms > 0) await clock.sleep(ms, signal);
    signal.throwIfAborted();
  }

  /** One request; undefined if the site is busy and is asked again. */
  async function attempt<T>(
    url: string,
    { headers, signal }: GetOptions,
    read: (answer: WebsiteAnswer) => Promise<T>,
    isLast: boolean,
  ): Promise<{ read: T } | undefined> {
    const host = visited(url);
    await pause(host.nextAtMs - clock.now(), signal);
    const startedAtMs = clock.now();
    const done = (busy: boolean, pauseMs: number, isTooSlow = false) => {
      const tookMs = isTooSlow ? undefined : clock.now() - startedAtMs;
      host.pace = paceAfter(host.pace, { tookMs, isBusy: busy });
      host.nextAtMs = Math.max(startedAtMs + intervalOf(host.pace), clock.now() + pauseMs);
    };
    try {
      return await withTimeout(clock, TIMEOUT_MS, async (late) => {
        const answer = await getFromWebsite(
          new URL(url),
          { accept: 'text/html,application/xhtml+xml,*/*;q=0.5', ...headers, 'user-agent': userAgent },
          connections,
          AbortSignal.any([late, signal]),
        );
        const pauseMs = isBusy(answer.status)
          ? (retryAfterMs(answer.headers['retry-after'], clock.now()) ?? DEFAULT_PAUSE_MS)
          : 0;
        if (pauseMs > 0 && pauseMs <= MAX_PAUSE_MS && !isLast) {
          answer.discard();
          done(true, pauseMs);
          return undefined;
        }
        const result = await read(answer);
        answer.discard();
        done(isBusy(answer.status), 0);
        return { read: result };
      });
    } catch (error) {
      signal.throwIfAborted();
      done(false, 0, error instanceof TimeoutError);
      throw error;
    }
  }

  return {
    now: (): number => clock.now(),
    /**
     * Sends a GET request and reads the response within the time-out; pauses before it do not count. A busy
     * site (429, 503) is asked again after the time that it states, and its last response counts. Rejects
     * with the signal's reason after an abort.
     */
    get: <T>(url: string, options: GetOptions, read: (answer: WebsiteAnswer) => Promise<T>): Promise<T> =>
      inTurn(new URL(url).host, async () => {
        for (let tries = 1; ; tries++) {
          const result = await attempt(url, options, read, tries === MAX_TRIES);
          if (result !== undefined) return result.read;
        }
      }),
    /** Sets the `Crawl-delay` of a host, in seconds. */
    setDelay(url: string, seconds: number | undefined): void {
      const host = visited(url);
      host.pace = paceOf(seconds);
    },
  };
}

/** Requests pages at a polite rate: one request to a host at a time. */
export type SiteClient = ReturnType<typeof siteClient>;
