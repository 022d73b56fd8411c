import { lazy } from '../../domain/caching.ts';
import { derivedId } from '../../domain/ids.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import type { Answerer, Embedder, KnowledgeDocument, OpenSemanticSearch, Ports } from '../../ports.ts';
import { dailyBudgetCheck, withDailyBudget, type IsBudgetSpent } from '../chat/daily-budget.ts';
import { leases } from '../platform/leases.ts';
import { otherTokenUsage, type OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { AssistantStorage } from './assistant-storage.ts';
import { embeddingProblems } from './embedding-problems.ts';
import { questionVectors } from './question-vectors.ts';
import { sectionEmbedding } from './section-embedding.ts';
import { semanticSearch } from './semantic-search.ts';
import { storedVectors } from './stored-vectors.ts';

interface SearchParts extends Pick<Ports, 'documentSections'> {
  platform: ServiceParts;
  storage: AssistantStorage;
  embedder: Embedder | undefined;
  /** The setting that names the embedder's model. */
  setting: Parameters<typeof embeddingProblems>[0]['setting'];
  /** US dollars per million tokens; undefined if unknown. */
  price: number | undefined;
  /** The documents of the knowledge folder. */
  folder: () => Promise<readonly KnowledgeDocument[]>;
}

interface AnsweringParts extends SearchParts {
  /** The setting DAILY_TOKEN_BUDGET; 0: no limit. */
  budget: number;
  /** Creates the answerers; without semantic search, documents are searched only by words. */
  openAnswerers: (meanings: OpenSemanticSearch | undefined) => Promise<{
    unlimited: Answerer;
    overBudget: Answerer;
    withFallback: (answerer: Answerer) => Answerer;
  }>;
}

/** Wires the answerer, the semantic search, and the daily budget that limits both. */
export async function answeringServices({ openAnswerers, budget, ...parts }: AnsweringParts) {
  const { platform } = parts;
  const otherUsage = otherTokenUsage(platform);
  const spending = { ...platform, otherUsage, budget };
  const isBudgetSpent = dailyBudgetCheck(spending);
  const all = everyDocument(parts);
  const meanings = searchByMeaning({ ...parts, ...all, otherUsage, isBudgetSpent });
  const { unlimited, overBudget, withFallback } = await openAnswerers(meanings.open);
  const answerer = withDailyBudget(unlimited, { ...spending, instead: overBudget });
  return {
    sectionEmbedding: meanings.work,
    embeddingProblems: meanings.problems,
    otherUsage,
    isBudgetSpent,
    answerer,
    visitorAnswerer: withFallback(answerer),
  };
}

interface MeaningParts extends SearchParts, ReturnType<typeof everyDocument> {
  otherUsage: OtherTokenUsage;
  isBudgetSpent: IsBudgetSpent;
}

/** The semantic search; without an embedder it only deletes stored vectors. */
function searchByMeaning(parts: MeaningParts) {
  const { platform, documentSections, embedder, price, setting, otherUsage, isBudgetSpent } = parts;
  const stored = storedVectors(platform);
  const work = sectionEmbedding({
    ...platform,
    leases: leases(platform),
    documentSections,
    embedder,
    price,
    otherUsage,
    isBudgetSpent,
    stored,
    documents: parts.documents,
    documentsVersion: parts.documentsVersion,
    onStored: async () => await meanings?.reload(),
  });
  const meanings =
    embedder &&
    semanticSearch({
      ...platform,
      embedder,
      stored,
      questions: questionVectors({ ...platform, embedder }),
      onMissing: work.onMissing,
    });
  const problems = embeddingProblems({ ...platform, setting, meanings, stored });
  return { open: meanings?.open, work, problems };
}

/** The documents of the folder, and those of every assistant, draft and website, live or waiting. */
function everyDocument({ storage, ...parts }: Pick<SearchParts, 'storage' | 'folder'>) {
  const folder = lazy(parts.folder);
  return {
    async *documents() {
      yield await folder();
      yield* allDocuments(storage);
    },
    async documentsVersion() {
      const { records, websites } = storage;
      const [assistants, sites] = await Promise.all([records.list(), websites.list()]);
      const keys = assistants.map(({ value: { live, draft } }) => [
        live.documentsKey,
        draft?.documentsKey ?? '',
      ]);
      const siteKeys = [websites.keyOf(sites, 'live'), websites.keyOf(sites, 'preview')];
      return derivedId('documents', JSON.stringify([documentsKey(await folder()), keys, siteKeys]));
    },
  };
}

/** The documents of every assistant, draft and website, one list at a time. */
async function* allDocuments({
  records,
  live,
  revisions,
  websites,
}: AssistantStorage): AsyncGenerator<readonly KnowledgeDocument[]> {
  for (const record of await records.list()) {
    yield await live.ownTexts(record);
    const { draft } = record.value;
    const revision = draft && (await revisions.read(record.id, draft.revision));
    if (revision) yield await revisions.texts(record.id, revision.documents);
  }
  const sites = await websites.list();
  yield* websites.documents(sites, 'live');
  yield* websites.documents(
    sites.filter(({ value }) => value.waitingKey !== undefined),
    'preview',
  );
}
