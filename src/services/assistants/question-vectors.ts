import { ttlMap } from '../../domain/caching.ts';
import { TimedOut, withTimeout } from '../../domain/concurrency.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { vectorKey } from '../../domain/section-vectors.ts';
import type { Clock, Embedder } from '../../ports.ts';
import type { Background } from '../platform/background.ts';

/** The vectors of questions, for visitors who wait. */
export interface QuestionVectors {
  /** In the order of the questions; undefined where they are not there in time. */
  of(questions: readonly string[]): Promise<readonly Float32Array[] | undefined>;
  /** The tokens that were used since the last call. */
  takeTokens(): number;
  /** Whether answers come so late that questions no longer wait for them. */
  isSlow(): boolean;
}

/** How long a question waits for its vector, in milliseconds. */
export const WAIT_MS = 300;
/** After this many answers in a row that came too late, questions do not wait until one comes in time. */
const MAX_LATE = 3;
/** A follow-up needs the vector of the question before. */
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
 * Embeds questions within a time limit, with a cache by their text. A late vector is cached as well, and its
 * tokens are counted with those of the next question.
 */
export function questionVectors({ embedder, clock, background, stopping }: Dependencies): QuestionVectors {
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

  /** Starts to embed the questions that are neither cached nor under way; resolves when all have ended. */
  async function load(texts: ReadonlyMap<string, string>): Promise<void> {
    const missing = new Map(Array.from(texts).filter(([key]) => !cached.get(key) && !pending.has(key)));
    if (missing.size > 0) {
      const work = embed(missing)
        // The embedder reports its problem; an end of the instance is not a problem.
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

  /** Waits for the vectors, for a limited time. */
  async function wait(loading: Promise<void>): Promise<void> {
    if (late >= MAX_LATE) {
      background.run(loading);
      return;
    }
    try {
      await withTimeout(clock, WAIT_MS, () => loading);
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error;
      late++;
    }
  }

  return {
    async of(questions) {
      // The cache holds no words of visitors.
      const keys = questions.map((question) => vectorKey(embedder.space, question));
      const texts = new Map(keys.map((key, at) => [key, questions[at] ?? '']));
      if (keys.some((key) => !cached.get(key))) await wait(load(texts));
      const vectors = keys.flatMap((key) => cached.get(key) ?? []);
      return vectors.length === keys.length ? vectors : undefined;
    },
    takeTokens() {
      const used = tokens;
      tokens = 0;
      return used;
    },
    isSlow: () => late >= MAX_LATE,
  };
}
