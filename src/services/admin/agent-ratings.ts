import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { AgentRating } from '../../domain/records/visitor-rating.ts';
import { sumOfRatings, withRating, type RatingDelta } from '../../domain/visitor-rating.ts';
import type { Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { readable, updateDocument } from '../platform/ledger-documents.ts';

/** The ledger kind: one document for each UTC day, with the sums of each agent. */
const KIND = 'visitor-ratings';
/** How many days are summed. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** How many days one run deletes at most. */
const BATCH = 100;

/** The visitors' ratings of each agent's conversations: only counts, without sessions and comments. */
export interface AgentRatings {
  /** Counts a rating in the background: a visitor does not wait for it. */
  count(agent: Pick<AgentRating, 'oid' | 'name'>, delta: RatingDelta): void;
  /** The sums of the last seven days, by name. */
  lastWeek(): Promise<AgentRating[]>;
  /** Deletes the days that are summed no more. */
  prune(): Promise<void>;
}

const Day = z.object({ agents: z.readonly(z.array(AgentRating)) });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { background: Background };

export function agentRatings(dependencies: Dependencies): AgentRatings {
  const { clock, ledger, background } = dependencies;
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const firstDay = () => dayAt(clock.now() - (DAYS - 1) * DAY_MS);

  async function write(agent: Pick<AgentRating, 'oid' | 'name'>, delta: RatingDelta): Promise<void> {
    const document = { kind: KIND, id: dayAt(clock.now()), schema: Day };
    await updateDocument('visitor-rating', dependencies, document, (stored) => ({
      value: { agents: withRating(stored?.value.agents ?? [], agent, delta) },
      result: undefined,
    }));
  }

  return {
    count(agent, delta) {
      const ignoreUnavailable = (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      };
      background.run(write(agent, delta).catch(ignoreUnavailable));
    },
    async lastWeek() {
      const first = firstDay();
      const days = await ledger.newest(KIND, DAYS);
      return sumOfRatings(
        readable(days, Day).flatMap(({ id, value }) => (id >= first ? [value.agents] : [])),
      );
    },
    async prune() {
      for (const { id, version } of await ledger.newest(KIND, BATCH, firstDay())) {
        await ledger.remove(KIND, id, version);
      }
    },
  };
}
