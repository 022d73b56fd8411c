import { ModelFailure } from '../../domain/model-failure.ts';
import { roundDollars, embeddingUsage } from '../../domain/cost.ts';
import { textToEmbed, vectorKey } from '../../domain/section-vectors.ts';
import { totalsOf } from '../../domain/spending.ts';
import { quantizeVector } from '../../domain/vectors.ts';
import type { Embedder, KnowledgeDocument, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { Background } from '../platform/background.ts';
import { inGroups, tidy, type StoredVectors } from './stored-vectors.ts';

/** Embeds the sections of all documents in the background. */
export interface SectionEmbedding {
  /** Embeds changed sections; returns immediately while another instance has the lease. */
  run(): Promise<void>;
  /** Schedules a run after an admin's change. */
  afterChange(): void;
  /** Starts a run because a section has no vector; at most once a minute. */
  onMissing(): void;
}

/** The maximum duration of a run, in milliseconds; below the platform's limit for a timer. */
const WORK_MS = 240_000;
/** The lease after its last renewal, in milliseconds. */
export const LEASE_MS = 120_000;
/** The delay of a run after an admin's change, in milliseconds; the change is usually stored by then. */
const CHANGE_MS = 5_000;
const MISSING_EVERY_MS = 60_000;
/** The default and the maximum pause after a rate limit of the server, in milliseconds. */
const PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 60_000;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry' | 'documentSections'> & {
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

/**
 * A lease allows one instance at a time. Each group of vectors is stored when it is ready, so that the next
 * run continues.
 */
export function sectionEmbedding(dependencies: Dependencies): SectionEmbedding {
  const { embedder, stored, documents, documentsVersion, otherUsage, isBudgetSpent } = dependencies;
  const { clock, random, telemetry, documentSections, background, stopping, onStored, price } = dependencies;
  const untilOf = (ms: number) => new Date(clock.now() + ms).toISOString();
  const priceOf = (tokens: number) => (price === undefined ? null : roundDollars((tokens * price) / 1e6));
  let isWaiting = false;
  let isCleared = false;
  let startedAtMs = Number.NEGATIVE_INFINITY;

  /** Takes or renews the lease; false if another owner has it. */
  function claim(owner: string): Promise<boolean> {
    return stored.change((state) => {
      const { lease } = state;
      const isTaken = lease && lease.owner !== owner && Date.parse(lease.until) > clock.now();
      if (isTaken) return { result: false };
      return { value: { ...state, lease: { owner, until: untilOf(LEASE_MS) } }, result: true };
    });
  }

  /** Releases the lease, and stores the result of the run. */
  async function release(owner: string, end: { done?: string; problem?: ModelFailure['facts']['reason'] }) {
    await stored.change(({ lease }) =>
      lease?.owner === owner ? { value: end, result: undefined } : { result: undefined },
    );
  }

  /** The keys of all sections, and the texts without a vector. */
  async function sections(space: string, known: ReadonlySet<string>) {
    const wanted = new Set<string>();
    const missing = new Map<string, string>();
    for await (const several of documents()) {
      for (const { name, markdown } of several) {
        for (const section of await documentSections(name, markdown)) {
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

  /** Embeds texts and counts their tokens; waits for the server's rate limit until `untilMs`. */
  async function embedTexts(by: Embedder, texts: readonly string[], untilMs: number): Promise<Vectors> {
    const count = (tokens: number) =>
      otherUsage.add('embedding', totalsOf(embeddingUsage(tokens), priceOf(tokens)));
    for (;;) {
      try {
        return await by.embed(texts, { urgent: false, signal: stopping, count });
      } catch (error) {
        const pauseMs = pauseAfter(error);
        if (pauseMs === undefined || clock.now() + pauseMs >= untilMs) throw error;
        await clock.sleep(pauseMs, stopping);
        stopping.throwIfAborted();
      }
    }
  }

  /**
   * The vectors of a group. A text that the server refuses in a separate call gets a vector of zeros, so that
   * it does not block the others.
   */
  async function vectorsOf(by: Embedder, group: Missing, untilMs: number): Promise<Vectors> {
    try {
      return await embedTexts(by, [...group.values()], untilMs);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const singles: (Vectors | undefined)[] = [];
      for (const text of group.values()) {
        singles.push(
          await embedTexts(by, [text], untilMs).catch((refused: unknown) => {
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
  async function work(by: Embedder, owner: string): Promise<boolean> {
    const untilMs = clock.now() + WORK_MS;
    const groups = await stored.groups();
    const known = new Set(groups.flatMap(({ vectors }) => [...vectors.keys()]));
    const { wanted, missing } = await sections(by.space, known);
    for (const group of inGroups(missing)) {
      if (stopping.aborted || clock.now() >= untilMs || (await isBudgetSpent())) return false;
      const vectors = await vectorsOf(by, group, untilMs);
      const keys = [...group.keys()];
      await stored.add(new Map(keys.map((key, at) => [key, quantizeVector(vectors[at] ?? [])])));
      if (!(await claim(owner))) return false;
    }
    await tidy(stored, groups, wanted);
    return true;
  }

  async function run(isForced: boolean): Promise<void> {
    if (!embedder) {
      await clear();
      return;
    }
    // Read before the documents, so that the next run detects a change in between.
    const [version, state] = await Promise.all([documentsVersion(), stored.state()]);
    const aim = `${embedder.space} ${version}`;
    if (!isForced && state.done === aim) return;
    const owner = random.uuid();
    if (!(await claim(owner))) return;
    try {
      const isDone = await work(embedder, owner);
      await release(owner, isDone ? { done: aim } : {});
    } catch (error) {
      const { reason } = error instanceof ModelFailure ? error.facts : {};
      await release(owner, reason === undefined ? {} : { problem: reason });
      if (reason !== undefined) telemetry.record({ type: 'warning', code: 'sections-not-embedded' });
      else if (!stopping.aborted) throw error;
    }
    await onStored();
  }

  /** Deletes all vectors. */
  async function clear(): Promise<void> {
    if (isCleared) return;
    const { done, lease, problem } = await stored.state();
    if (done !== undefined || lease || problem) {
      for (const group of await stored.groups()) await stored.remove(group);
      await stored.change(() => ({ value: {}, result: undefined }));
    }
    isCleared = true;
  }

  async function runAfter(delayMs: number): Promise<void> {
    await clock.sleep(delayMs, stopping);
    isWaiting = false;
    if (!stopping.aborted) await run(false);
  }

  return {
    run: () => run(false),
    afterChange() {
      if (!embedder || isWaiting) return;
      isWaiting = true;
      background.run(runAfter(CHANGE_MS));
    },
    onMissing() {
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
