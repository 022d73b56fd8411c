import { singleFlight } from '../../domain/concurrency.ts';
import type { FailureReason } from '../../domain/model-failure.ts';
import { vectorKey } from '../../domain/section-vectors.ts';
import { nearest, weightedSum, type StoredVector } from '../../domain/vectors.ts';
import type { Clock, Embedder, FindNear, NearSections, OpenMeanings } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { StoredVectors } from './stored-vectors.ts';

/** The search by meaning, as long as this instance can do it. */
export interface SectionMeanings {
  open: OpenMeanings;
  /** Reads the stored vectors again. */
  reload(): Promise<void>;
  /** Why questions are not, or not always, searched by meaning. */
  problem(): FailureReason | 'slow' | undefined;
}

/** How often an instance reads the vectors again while some are missing, in milliseconds. */
const RELOAD_MS = 60_000;
/** With more sections than this share without a vector, those that have one would be preferred. */
const MOST_MISSING = 0.1;
/** How many texts are hashed before yielding to the event loop. */
const STRETCH = 100;

const NOTHING: NearSections = { sections: [], tokens: 0 };

interface Dependencies {
  embedder: Pick<Embedder, 'space' | 'problem'>;
  stored: Pick<StoredVectors, 'groups'>;
  questions: QuestionVectors;
  clock: Clock;
  background: Background;
  /** Called where sections have no vector. */
  onMissing: () => void;
}

/** Sections with the vectors that are known of them. */
interface Table {
  /** The reading of the store that it is made from. */
  reading: number;
  vectors: readonly (StoredVector | undefined)[];
  missing: number;
}

/** Keeps the vectors of all sections in memory, read once, and again only while some are missing. */
export function sectionMeanings(dependencies: Dependencies): SectionMeanings {
  const { embedder, stored, questions, clock, background, onMissing } = dependencies;
  let known: ReadonlyMap<string, StoredVector> = new Map();
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
      if (keys.length % STRETCH === 0) await clock.sleep(0);
    }
    return keys;
  }

  function tableOf(keys: readonly string[]): Table {
    const vectors = keys.map((key) => known.get(key));
    return { reading, vectors, missing: vectors.filter((vector) => vector === undefined).length };
  }

  async function near(weighted: Parameters<FindNear>[0], { vectors }: Table): Promise<NearSections> {
    const found = await questions.of(weighted.map(({ question }) => question));
    const tokens = questions.takeTokens();
    if (!found) return { sections: [], tokens };
    const parts = found.map((vector, at) => ({ vector, weight: weighted[at]?.weight ?? 0 }));
    const sum = weightedSum(parts);
    const length = vectors.find((vector) => vector !== undefined)?.length;
    isOtherLength = length !== undefined && sum?.length !== length;
    return { sections: sum ? nearest(sum, vectors) : [], tokens };
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
