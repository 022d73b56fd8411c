import { singleFlight } from '../lib/concurrency.ts';
import type { FailureReason } from '../spending/rules/model-failure.ts';
import { vectorKey } from '../knowledge/rules/section-vectors.ts';
import { nearestVectors, weightedSum, type QuantizedVector } from '../lib/vectors.ts';
import type { Clock, Embedder, FindNearestSections, NearestSections, OpenSemanticSearch } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { StoredVectors } from './stored-vectors.ts';

/** The semantic search (ADR 20), as far as vectors are available. */
export interface SemanticSearch {
  open: OpenSemanticSearch;
  /** Reads the stored vectors again. */
  reload(): Promise<void>;
  /** Why the semantic search does not work, or not always. */
  problem(): FailureReason | 'slow' | undefined;
}

/** The interval of reading the vectors again while some are missing, in milliseconds. */
const RELOAD_MS = 60_000;
/** The maximum share of sections without a vector; above it, the others would be preferred wrongly. */
const MOST_MISSING = 0.1;
/** How many texts are hashed before yielding to the event loop. */
const HASHES_PER_YIELD = 100;

const NOTHING: NearestSections = { sections: [], tokens: 0 };

interface Dependencies {
  embedder: Pick<Embedder, 'space' | 'problem'>;
  stored: Pick<StoredVectors, 'groups'>;
  questions: QuestionVectors;
  clock: Clock;
  background: Background;
  /** Called if sections have no vector. */
  onMissing: () => void;
}

/** The vectors of sections. */
interface Table {
  /** The number of the store's reading from which it was built. */
  reading: number;
  vectors: readonly (QuantizedVector | undefined)[];
  missing: number;
}

/** Keeps all vectors in memory; they are read once, and again only while some are missing. */
export function semanticSearch(dependencies: Dependencies): SemanticSearch {
  const { embedder, stored, questions, clock, background, onMissing } = dependencies;
  let known: ReadonlyMap<string, QuantizedVector> = new Map();
  let reading = 0;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let isOtherLength = false;

  const reload = singleFlight(async () => {
    triedAtMs = clock.now();
    const groups = await stored.groups();
    known = new Map(groups.flatMap(({ vectors }) => [...vectors]));
    reading++;
  });

  async function keysOf(texts: Iterable<string>): Promise<string[]> {
    const keys: string[] = [];
    for (const text of texts) {
      keys.push(vectorKey(embedder.space, text));
      if (keys.length % HASHES_PER_YIELD === 0) await clock.sleep(0);
    }
    return keys;
  }

  function tableOf(keys: readonly string[]): Table {
    const vectors = keys.map((key) => known.get(key));
    return { reading, vectors, missing: vectors.filter((vector) => vector === undefined).length };
  }

  async function near(
    weighted: Parameters<FindNearestSections>[0],
    { vectors }: Table,
  ): Promise<NearestSections> {
    const found = await questions.of(weighted.map(({ question }) => question));
    const tokens = questions.takeTokens();
    if (!found) return { sections: [], tokens };
    const parts = found.map((vector, at) => ({ vector, weight: weighted[at]?.weight ?? 0 }));
    const sum = weightedSum(parts);
    const length = vectors.find((vector) => vector !== undefined)?.length;
    isOtherLength = length !== undefined && sum?.length !== length;
    return { sections: sum ? nearestVectors(sum, vectors) : [], tokens };
  }

  return {
    reload,
    problem() {
      if (isOtherLength) return 'wrong-protocol';
      return embedder.problem() ?? (questions.isSlow() ? 'slow' : undefined);
    },
    open(texts) {
      let keys: readonly string[] | undefined;
      let table: Table | undefined;

      async function prepare(of: Iterable<string>): Promise<void> {
        keys = await keysOf(of);
        if (reading === 0) await reload();
        table = tableOf(keys);
        if (table.missing > 0) onMissing();
      }
      background.run(prepare(texts));

      async function readAgain(of: readonly string[]): Promise<void> {
        await reload();
        if (tableOf(of).missing > 0) onMissing();
      }

      return async (weighted) => {
        if (!keys || keys.length === 0) return NOTHING;
        if (table?.reading !== reading) table = tableOf(keys);
        if (table.missing > 0 && clock.now() - triedAtMs >= RELOAD_MS) background.run(readAgain(keys));
        return table.missing > keys.length * MOST_MISSING ? NOTHING : await near(weighted, table);
      };
    },
  };
}
