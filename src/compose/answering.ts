import type { Answerers } from '../adapters/model/configured.ts';
import { fallbackAnswerer, withDocumentFallback } from '../adapters/scripted/document-fallback.ts';
import { withFileAnswers } from '../adapters/scripted/file-answers.ts';
import { lazy } from '../lib/caching.ts';
import { derivedId } from '../lib/ids.ts';
import { textsKey } from '../knowledge/rules/section-vectors.ts';
import type { Embedder, KnowledgeDocument, OpenSemanticSearch, Ports } from '../ports.ts';
import { dailyBudgetCheck, withDailyBudget, type IsBudgetSpent } from '../spending/daily-budget.ts';
import { leases } from '../platform/leases.ts';
import { otherTokenUsage, type OtherTokenUsage } from '../spending/other-token-usage.ts';
import type { ServiceParts } from './services.ts';
import type { AssistantStorage } from '../assistants/assistant-storage.ts';
import { embeddingProblems } from '../assistants/embedding-problems.ts';
import { questionVectors } from '../assistants/question-vectors.ts';
import { sectionEmbedding } from '../assistants/section-embedding.ts';
import { semanticSearch } from '../assistants/semantic-search.ts';
import { storedVectors } from '../assistants/stored-vectors.ts';

interface SearchParts extends Pick<Ports, 'documentSections'> {
  shared: ServiceParts;
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
  openAnswerers: (meanings: OpenSemanticSearch | undefined) => Promise<Answerers>;
}

/** Wires the answerer, the semantic search, and the daily budget that limits both. */
export async function answeringServices({ openAnswerers, budget, ...parts }: AnsweringParts) {
  const { shared } = parts;
  const otherUsage = otherTokenUsage(shared);
  const spending = { ...shared, otherUsage, budget };
  const isBudgetSpent = dailyBudgetCheck(spending);
  const all = everyDocument(parts);
  const meanings = searchByMeaning({ ...parts, ...all, otherUsage, isBudgetSpent });
  return {
    sectionEmbedding: meanings.work,
    embeddingProblems: meanings.problems,
    otherUsage,
    isBudgetSpent,
    ...layeredAnswerers(await openAnswerers(meanings.open), spending),
  };
}

/**
 * The answerers in their layers. From the outside in: visitors are answered from the documents if the model
 * fails or the daily budget is spent, a file without text gets a fixed answer, and the model answers all
 * else.
 */
function layeredAnswerers(
  { first, documents, hasModel }: Answerers,
  spending: Omit<Parameters<typeof withDailyBudget>[1], 'instead'>,
) {
  const overBudget = hasModel ? fallbackAnswerer(documents, 'daily-budget') : documents;
  const answerer = withDailyBudget(withFileAnswers(first), {
    ...spending,
    instead: withFileAnswers(overBudget),
  });
  return {
    /** For agents and admins, who see that the model failed. */
    answerer,
    visitorAnswerer: hasModel ? withDocumentFallback(answerer, documents) : answerer,
  };
}

interface MeaningParts extends SearchParts, ReturnType<typeof everyDocument> {
  otherUsage: OtherTokenUsage;
  isBudgetSpent: IsBudgetSpent;
}

/** The semantic search; without an embedder it only deletes stored vectors. */
function searchByMeaning(parts: MeaningParts) {
  const { shared, documentSections, embedder, price, setting, otherUsage, isBudgetSpent } = parts;
  const stored = storedVectors(shared);
  const work = sectionEmbedding({
    ...shared,
    leases: leases(shared),
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
      ...shared,
      embedder,
      stored,
      questions: questionVectors({ ...shared, embedder }),
      onMissing: work.onMissing,
    });
  const problems = embeddingProblems({ ...shared, setting, meanings, stored });
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
      return derivedId('documents', JSON.stringify([textsKey(await folder()), keys, siteKeys]));
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
