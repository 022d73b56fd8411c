import { seededRandom } from '../../support/ports/random.ts';
import type { PartitionLog } from './log.ts';

/** From the weakest to the strongest. */
const LEVELS = ['Eventual', 'ConsistentPrefix', 'Session', 'BoundedStaleness', 'Strong'] as const;
export type ConsistencyLevel = (typeof LEVELS)[number];

/** How far replicas lag behind at most, in milliseconds. */
const LAG_MS = 150;

export interface ReplicaOptions {
  /** The account's default level. */
  consistency?: ConsistencyLevel;
  seed?: number;
}

/** The result of a read: a state, or the refusal of the service. */
export type Served =
  { lsn: number; level: ConsistencyLevel } | { lsn?: undefined; status: number; substatus?: number };

/** Which state of a partition a read is answered from. */
export interface Replicas {
  /** How far the replica that answers next lags behind, in milliseconds; a test may say it itself. */
  lagMs: () => number;
  /** `requested` and `sessionToken` are the headers of the request. */
  serve(
    range: string,
    log: PartitionLog<unknown>,
    asked: { requested: string | undefined; sessionToken: string | undefined },
  ): Served;
}

const isLevel = (text: string): text is ConsistencyLevel => LEVELS.some((level) => level === text);

/**
 * The replicas of every partition. A read at Strong or Bounded Staleness sees all commits (within one
 * region). At Session it sees at least what its session token names; without a token, and at the weaker
 * levels, only what the replica that answers has come to. A request may relax the account's level, never
 * strengthen it.
 */
export function replicas({ consistency = 'Strong', seed = 2026 }: ReplicaOptions): Replicas {
  const next = seededRandom(seed);
  return {
    lagMs: () => next() * LAG_MS,
    serve(range, log, { requested = consistency, sessionToken }) {
      if (!isLevel(requested) || LEVELS.indexOf(requested) > LEVELS.indexOf(consistency)) {
        return { status: 400 };
      }
      const level = requested;
      if (level === 'Strong' || level === 'BoundedStaleness') return { lsn: log.lsn(), level };
      const reached = log.lsnAt(performance.now() - this.lagMs());
      const seen = level === 'Session' ? (lsnsOf(sessionToken).get(range) ?? 0) : 0;
      // No replica has come as far as the session: read session not available.
      if (seen > log.lsn()) return { status: 404, substatus: 1002 };
      return { lsn: Math.max(reached, seen), level };
    },
  };
}

/** A session token, as an answer gives it for the partition that it came from. */
export const sessionTokenOf = (range: string, lsn: number): string => `${range}:-1#${lsn}`;

/** The LSN by partition of a token that a client has put together. */
function lsnsOf(token = ''): Map<string, number> {
  const parts = Array.from(token.matchAll(/([^,:]+):-1#(\d+)/g));
  return new Map(parts.map(([, range = '', lsn]) => [range, Number(lsn)]));
}
