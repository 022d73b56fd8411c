import { ModelFailure } from '../spending/rules/model-failure.ts';
import { roundDollars, embeddingUsage } from '../spending/rules/cost.ts';
import { textToEmbed, vectorKey } from '../knowledge/rules/section-vectors.ts';
import { totalsOf } from '../spending/rules/spending.ts';
import { quantizeVector } from '../lib/vectors.ts';
import type { Embedder, KnowledgeDocument, Ports } from '../ports.ts';
import type { IsBudgetSpent } from '../spending/daily-budget.ts';
import type { OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { Background } from '../platform/background.ts';
import type { Lease, Leases } from '../platform/leases.ts';
import { inGroups, tidy, type EmbeddingState, type StoredVectors } from './stored-vectors.ts';

/** The maximum duration of a run, in milliseconds; below the platform's limit for a timer. */
const WORK_MS = 240_000;
/** The name of the lease: one instance at a time embeds sections. */
export const EMBEDDING_LEASE = 'section-embedding';
/** The delay of a run after an admin's change, in milliseconds; the change is usually stored by then. */
const CHANGE_MS = 5_000;
const MISSING_EVERY_MS = 60_000;
/** The default and the maximum pause after a rate limit of the server, in milliseconds. */
const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 60_000;

type Dependencies = Pick<Ports, 'clock' | 'telemetry' | 'documentSections'> & {
  leases: Leases;
  /** Undefined if no embedding model is configured; stored vectors are then deleted. */
  embedder: Embedder | undefined;
  stored: StoredVectors;
  /** The documents of all assistants, of all drafts and of the folder. */
  documents: () => AsyncIterable<readonly KnowledgeDocument[]>;
  /** A key of all documents. */
  documentsVersion: () => Promise<string>;
  otherUsage: Pick<OtherTokenUsage, 'add'>;
  /** US dollars per million tokens; undefined if unknown. */
  price: number | undefined;
  isBudgetSpent: IsBudgetSpent;
  /** Called after vectors were stored. */
  onStored: () => Promise<void>;
  background: Background;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

type Missing = ReadonlyMap<string, string>;
type Vectors = readonly Float32Array[];
/** The limits of a run. */
interface Run {
  /** Aborts when the instance ends or the lease is lost. */
  signal: AbortSignal;
  untilMs: number;
}

/**
 * Embeds the sections of all documents in the background. A lease allows one instance at a time. Each group
 * of vectors is stored when it is ready, so that the next run continues.
 */
export function sectionEmbedding(dependencies: Dependencies) {
  const { embedder, stored, documents, documentsVersion, otherUsage, isBudgetSpent } = dependencies;
  const { clock, leases, telemetry, documentSections, background, stopping, onStored, price } = dependencies;
  const priceOf = (tokens: number) => (price === undefined ? null : roundDollars((tokens * price) / 1e6));
  let isWaiting = false;
  let isCleared = false;
  let startedAtMs = Number.NEGATIVE_INFINITY;

  /** The keys of all sections, and the texts without a vector. */
  async function sections(space: string, known: ReadonlySet<string>) {
    const wanted = new Set<string>();
    const missing = new Map<string, string>();
    for await (const several of documents()) {
      for (const ofDocument of await documentSections(several)) {
        for (const section of ofDocument) {
          const text = textToEmbed(section);
          const key = vectorKey(space, text);
          wanted.add(key);
          if (!known.has(key)) missing.set(key, text);
        }
        await clock.sleep(0);
      }
    }
    return { wanted, missing };
  }

  /** Embeds texts and counts their tokens; waits for the server's rate limit until the end of the run. */
  async function embedTexts(by: Embedder, texts: readonly string[], of: Run): Promise<Vectors> {
    const { signal, untilMs } = of;
    const count = (tokens: number) =>
      otherUsage.add('embedding', totalsOf(embeddingUsage(tokens), priceOf(tokens)));
    for (;;) {
      try {
        return await by.embed(texts, { urgent: false, signal, count });
      } catch (error) {
        const pauseMs = pauseAfter(error);
        if (pauseMs === undefined || clock.now() + pauseMs >= untilMs) throw error;
        await clock.sleep(pauseMs, signal);
        signal.throwIfAborted();
      }
    }
  }

  /**
   * The vectors of a group. A text that the server refuses in a separate call gets a vector of zeros, so that
   * it does not block the others.
   */
  async function vectorsOf(by: Embedder, group: Missing, of: Run): Promise<Vectors> {
    try {
      return await embedTexts(by, [...group.values()], of);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const singles: (Vectors | undefined)[] = [];
      for (const text of group.values()) {
        singles.push(
          await embedTexts(by, [text], of).catch((refused: unknown) => {
            if (!isRefused(refused)) throw refused;
            return undefined;
          }),
        );
      }
      const length = singles.find((single) => single)?.[0]?.length;
      if (length === undefined) throw error;
      return singles.map((single) => single?.[0] ?? new Float32Array(length));
    }
  }

  /** True if exactly the vectors of all sections are stored. */
  async function work(by: Embedder, lease: Lease): Promise<boolean> {
    const signal = AbortSignal.any([stopping, lease.lost]);
    const of = { signal, untilMs: clock.now() + WORK_MS };
    const groups = await stored.groups();
    const known = new Set(groups.flatMap(({ vectors }) => [...vectors.keys()]));
    const { wanted, missing } = await sections(by.space, known);
    for (const group of inGroups(missing)) {
      if (stopping.aborted || clock.now() >= of.untilMs || (await isBudgetSpent())) return false;
      const vectors = await vectorsOf(by, group, of);
      const keys = [...group.keys()];
      lease.check();
      await stored.add(new Map(keys.map((key, at) => [key, quantizeVector(vectors[at] ?? [])])));
    }
    lease.check();
    await tidy(stored, groups, wanted);
    return true;
  }

  /** Embeds under the lease, and stores the result of the run. */
  async function embedAll(by: Embedder, aim: string, lease: Lease): Promise<void> {
    const finish = (end: EmbeddingState) => stored.change(() => ({ value: end, result: undefined }));
    try {
      const isDone = await work(by, lease);
      lease.check();
      await finish(isDone ? { done: aim } : {});
    } catch (error) {
      // The run of the instance that has the lease now stores its result.
      if (lease.lost.aborted) return;
      const { reason } = error instanceof ModelFailure ? error.facts : {};
      await finish(reason === undefined ? {} : { problem: reason });
      if (reason !== undefined) telemetry.record({ type: 'warning', code: 'sections-not-embedded' });
      else if (!stopping.aborted) throw error;
    }
  }

  async function run(isForced: boolean): Promise<void> {
    if (!embedder) {
      await clear();
      return;
    }
    if (embedder.isRefusing() || (await isBudgetSpent())) return;
    // Read before the documents, so that the next run detects a change in between.
    const [version, state] = await Promise.all([documentsVersion(), stored.state()]);
    const aim = `${embedder.space} ${version}`;
    if (isForced ? state.problem !== undefined : state.done === aim) return;
    const held = await leases.hold(EMBEDDING_LEASE, (lease) => embedAll(embedder, aim, lease));
    if (held) await onStored();
  }

  /** Deletes all vectors. */
  async function clear(): Promise<void> {
    if (isCleared) return;
    for (const group of await stored.groups()) await stored.remove(group);
    const { done, problem } = await stored.state();
    if (done !== undefined || problem) await stored.change(() => ({ value: {}, result: undefined }));
    isCleared = true;
  }

  async function runAfter(delayMs: number): Promise<void> {
    await clock.sleep(delayMs, stopping);
    isWaiting = false;
    if (!stopping.aborted) await run(false);
  }

  return {
    /** Embeds changed sections; returns immediately while another instance has the lease. */
    run: (): Promise<void> => run(false),
    /** Schedules a run after an admin's change. */
    onKnowledgeChanged: (): void => {
      if (!embedder || isWaiting) return;
      isWaiting = true;
      background.run(runAfter(CHANGE_MS));
    },
    /**
     * Starts a run because a section has no vector; at most once a minute, and not while the last run on any
     * instance has failed, because the timer repeats that one.
     */
    onMissing(): void {
      if (clock.now() - startedAtMs < MISSING_EVERY_MS) return;
      startedAtMs = clock.now();
      background.run(run(true));
    },
  };
}

/** Whether the server refuses a text, not a parameter of the call. */
function isRefused(error: unknown): boolean {
  const { reason, ofParameter } = error instanceof ModelFailure ? error.facts : {};
  return reason === 'refused' && ofParameter !== true;
}

/** The pause before a retry, in milliseconds; undefined if a retry does not help. */
function pauseAfter(error: unknown): number | undefined {
  if (!(error instanceof ModelFailure)) return undefined;
  const { reason, retryAfterMs = PAUSE_MS } = error.facts;
  const mayHelp = reason === 'rate-limited' || reason === 'circuit-open';
  return mayHelp ? Math.min(retryAfterMs, MAX_PAUSE_MS) : undefined;
}
