import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import { AgentRating } from './records/visitor-rating.ts';
import { sumOfRatings, withRating, type RatingDelta } from './rules/visitor-rating.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readable, updateDocument } from '../platform/ledger-documents.ts';

/** The ledger kind: one document per UTC day, with sums by agent. */
const KIND = 'visitor-ratings';
/** The number of days in `lastWeek`. */
const DAYS = 7;
const DAY_MS = 86_400_000;
/** The maximum number of days that one run deletes. */
const BATCH = 100;

const Day = z.object({ agents: z.readonly(z.array(AgentRating)) });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & { background: Background };

export function agentRatings(dependencies: Dependencies) {
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
    /** Counts a rating, in the background. */
    count(agent: Pick<AgentRating, 'oid' | 'name'>, delta: RatingDelta): void {
      const ignoreUnavailable = (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      };
      background.run(write(agent, delta).catch(ignoreUnavailable));
    },
    /** The sums of the last seven UTC days, sorted by name. */
    async lastWeek(): Promise<AgentRating[]> {
      const first = firstDay();
      const days = await ledger.newest(KIND, DAYS);
      return sumOfRatings(
        readable(days, Day).flatMap(({ id, value }) => (id >= first ? [value.agents] : [])),
      );
    },
    /** Deletes the days before the last seven. */
    async prune(): Promise<void> {
      for (const { id, version } of await ledger.newest(KIND, BATCH, firstDay())) {
        await ledger.remove(KIND, id, version);
      }
    },
  };
}

/** Counts of visitors' ratings by agent, without session ids and comments. */
export type AgentRatings = ReturnType<typeof agentRatings>;
