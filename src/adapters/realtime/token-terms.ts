import type { Clock } from '../../ports.ts';
import { TOKEN_MINUTES } from './grants.ts';

const TERM_MS = TOKEN_MINUTES * 60_000;
/** Group names repeat after four terms, so that a group from before a night without calls is closed, too. */
const TERMS = 4;

/** The connections of a service that closes none when its token expires, by the term of their token. */
export interface TokenTerms {
  /** The group of the tokens that are made now. */
  group(): string;
  /** Once in each term: closes the connections whose tokens have expired. A failure is tried again. */
  closeEnded(): Promise<void>;
}

interface Options {
  clock: Pick<Clock, 'now'>;
  closeAll: (group: string) => Promise<void>;
  /** Called where connections could not be closed. */
  failed: () => void;
}

/**
 * Terms as long as a token: in each, the tokens of this one and of the one before it can be valid. The first
 * call of an instance closes nothing, so that a cold start costs no call.
 */
export function tokenTerms({ clock, closeAll, failed }: Options): TokenTerms {
  let latest: number | undefined;
  const term = () => Math.floor(clock.now() / TERM_MS);
  const groupOf = (number: number) => `term:${number % TERMS}`;

  return {
    group: () => groupOf(term()),
    async closeEnded() {
      const before = latest;
      const now = term();
      latest = now;
      if (before === undefined || before === now) return;
      try {
        await Promise.all([closeAll(groupOf(now - 2)), closeAll(groupOf(now - 3))]);
      } catch {
        latest = before;
        failed();
      }
    },
  };
}
