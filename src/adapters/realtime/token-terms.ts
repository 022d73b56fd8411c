import type { Clock } from '../../ports.ts';
import { TOKEN_MINUTES } from './grants.ts';

const TERM_MS = TOKEN_MINUTES * 60_000;
/**
 * Group names repeat after four terms, so that connections from before a night without calls are closed as
 * well.
 */
const TERMS = 4;

interface Options {
  clock: Pick<Clock, 'now'>;
  closeAll: (group: string) => Promise<void>;
  /** Called if connections could not be closed. */
  onFailure: () => void;
}

/**
 * Closes connections whose tokens have expired, by the term in which the token was issued: the service does
 * not do so. A term is as long as a token is valid, so that only tokens of the current and the previous term
 * can be valid. The first call of an instance closes nothing, which keeps cold starts fast.
 */
export function tokenTerms({ clock, closeAll, onFailure }: Options) {
  let latest: number | undefined;
  const term = () => Math.floor(clock.now() / TERM_MS);
  const groupOf = (number: number) => `term:${number % TERMS}`;

  return {
    /** The group for tokens that are issued now. */
    group: (): string => groupOf(term()),
    /** Closes the connections whose tokens have expired, once per term. Failures are retried. */
    async closeEnded(): Promise<void> {
      const before = latest;
      const now = term();
      latest = now;
      if (before === undefined || before === now) return;
      try {
        await Promise.all([closeAll(groupOf(now - 2)), closeAll(groupOf(now - 3))]);
      } catch {
        latest = before;
        onFailure();
      }
    },
  };
}
