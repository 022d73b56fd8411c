import { ttlCache } from '../lib/caching.ts';
import type { ComponentProblem } from '../platform/rules/component-problem.ts';
import { embeddingProblem, type EmbeddingFailure } from '../knowledge/rules/embedding-problem.ts';
import { AppError } from '../core/errors.ts';
import type { Clock } from '../ports.ts';
import type { SemanticSearch } from './semantic-search.ts';
import type { StoredVectors } from './stored-vectors.ts';

/** The problem of the semantic search, for health: at most one. */
export type EmbeddingProblems = () => Promise<readonly ComponentProblem[]>;

/** The time to live of the cached state of the background work, in milliseconds. */
const TTL_MS = 60_000;

interface Dependencies {
  clock: Clock;
  /** Undefined if no embedding model is configured. */
  meanings: Pick<SemanticSearch, 'problem'> | undefined;
  stored: Pick<StoredVectors, 'state'>;
  setting: Parameters<typeof embeddingProblem>[1];
}

/** The problem of this instance's questions, else the problem of the background work on any instance. */
export function embeddingProblems({ clock, meanings, stored, setting }: Dependencies): EmbeddingProblems {
  const states = ttlCache<EmbeddingFailure | undefined>({ clock, ttlMs: TTL_MS });

  async function storedProblem(): Promise<EmbeddingFailure | undefined> {
    try {
      return await states.get('state', async () => (await stored.state()).problem);
    } catch (error) {
      // An unavailable store is reported as a separate problem.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return async () => {
    const failure = meanings && (meanings.problem() ?? (await storedProblem()));
    return failure === undefined ? [] : [embeddingProblem(failure, setting)];
  };
}
