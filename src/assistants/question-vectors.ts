import { ttlMap } from '../lib/caching.ts';
import { TimeoutError, withTimeout } from '../lib/concurrency.ts';
import { ModelFailure } from '../spending/rules/model-failure.ts';
import { vectorKey } from '../knowledge/rules/section-vectors.ts';
import type { Clock, Embedder } from '../ports.ts';
import type { Background } from '../platform/background.ts';

/** The maximum time that a question waits for its vector, in milliseconds. */
export const WAIT_MS = 300;
/** After this many consecutive late responses, questions do not wait until a response is in time again. */
const MAX_LATE = 3;
/**
 * The time to live of cached vectors, in milliseconds; a follow-up needs the vector of the previous question.
 */
const CACHED_FOR_MS = 3_600_000;
const MAX_CACHED = 1000;

interface Dependencies {
  embedder: Embedder;
  clock: Clock;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
}

/**
 * Embeds questions within a time limit, with a cache. A late vector is also cached, and its tokens are
 * counted with the next question.
 */
export function questionVectors({ embedder, clock, background, stopping }: Dependencies) {
  const cached = ttlMap<Float32Array>({ clock, ttlMs: CACHED_FOR_MS, max: MAX_CACHED });
  /** Single-flight by question. */
  const pending = new Map<string, Promise<unknown>>();
  let tokens = 0;
  let late = 0;

  async function embed(texts: ReadonlyMap<string, string>): Promise<void> {
    const startedAtMs = clock.now();
    const vectors = await embedder.embed([...texts.values()], {
      urgent: true,
      signal: stopping,
      count(used) {
        tokens += used;
      },
    });
    for (const [at, key] of [...texts.keys()].entries()) {
      const vector = vectors[at];
      if (vector) cached.set(key, vector);
    }
    if (clock.now() - startedAtMs <= WAIT_MS) late = 0;
  }

  /** Embeds the questions that are not cached; calls in progress are shared. Resolves when all have ended. */
  async function load(texts: ReadonlyMap<string, string>): Promise<void> {
    const missing = new Map(Array.from(texts).filter(([key]) => !cached.get(key) && !pending.has(key)));
    if (missing.size > 0) {
      const work = embed(missing)
        // The embedder reports its problem; the shutdown of the instance is not a problem.
        .catch((error: unknown) => {
          if (!(error instanceof ModelFailure) && !stopping.aborted) throw error;
        })
        .finally(() => {
          for (const key of missing.keys()) pending.delete(key);
        });
      for (const key of missing.keys()) pending.set(key, work);
      background.run(work);
    }
    await Promise.all(Array.from(texts.keys(), (key) => pending.get(key) ?? Promise.resolve()));
  }

  /** Waits for the vectors for at most WAIT_MS. */
  async function wait(loading: Promise<void>): Promise<void> {
    if (late >= MAX_LATE) {
      background.run(loading);
      return;
    }
    try {
      await withTimeout(clock, WAIT_MS, () => loading);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      late++;
    }
  }

  return {
    /** In the order of the questions; undefined if they are not computed within WAIT_MS. */
    async of(questions: readonly string[]): Promise<readonly Float32Array[] | undefined> {
      // Cache keys are hashes, so that the cache contains no content.
      const keys = questions.map((question) => vectorKey(embedder.space, question));
      const texts = new Map(keys.map((key, at) => [key, questions[at] ?? '']));
      if (keys.some((key) => !cached.get(key))) await wait(load(texts));
      const vectors = keys.flatMap((key) => cached.get(key) ?? []);
      return vectors.length === keys.length ? vectors : undefined;
    },
    /** The tokens used since the last call of `takeTokens`. */
    takeTokens(): number {
      const used = tokens;
      tokens = 0;
      return used;
    },
    /** Whether the embedder is so slow that questions no longer wait for it. */
    isSlow: (): boolean => late >= MAX_LATE,
  };
}

/** The vectors of visitors' questions, within a time limit. */
export type QuestionVectors = ReturnType<typeof questionVectors>;
