import { ttlCache } from '../../domain/caching.ts';
import type { ComponentProblem } from '../../domain/component-problem.ts';
import { embeddingProblem, type EmbeddingFailure } from '../../domain/embedding-problem.ts';
import { AppError } from '../../domain/errors.ts';
import type { Clock } from '../../ports.ts';
import type { SectionMeanings } from './section-meanings.ts';
import type { StoredVectors } from './stored-vectors.ts';

/** The problem of the search by meaning in health: at most one. */
export type EmbeddingProblems = () => Promise<readonly ComponentProblem[]>;

/** How long an instance caches what the work in the background stored, in milliseconds. */
const TTL_MS = 60_000;

interface Dependencies {
  clock: Clock;
  /** Undefined where texts are not embedded. */
  meanings: Pick<SectionMeanings, 'problem'> | undefined;
  stored: Pick<StoredVectors, 'state'>;
  setting: Parameters<typeof embeddingProblem>[1];
}

/** The problem of questions on this instance, else that of the work on any instance. */
export function embeddingProblems({ clock, meanings, stored, setting }: Dependencies): EmbeddingProblems {
  const states = ttlCache<EmbeddingFailure | undefined>({ clock, ttlMs: TTL_MS });

  async function stopped(): Promise<EmbeddingFailure | undefined> {
    try {
      return await states.get('state', async () => (await stored.state()).problem);
    } catch (error) {
      // A store that cannot be reached is a separate problem.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return async () => {
    const failure = meanings && (meanings.problem() ?? (await stopped()));
    return failure === undefined ? [] : [embeddingProblem(failure, setting)];
  };
}
