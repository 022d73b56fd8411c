import { lazy } from '../../domain/caching.ts';
import { derivedId } from '../../domain/ids.ts';
import type { AssistantEdit } from '../../domain/records/assistant.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import type { Answerer, Embedder, KnowledgeDocument, OpenMeanings, Ports } from '../../ports.ts';
import { dailyBudgetCheck, withDailyBudget, type IsBudgetSpent } from '../chat/daily-budget.ts';
import { otherTokenUsage, type OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import { assistantDocuments, type AssistantDocuments } from './assistant-documents.ts';
import { assistantRecords, type AssistantRecord, type AssistantRecords } from './assistant-records.ts';
import { embeddingProblems } from './embedding-problems.ts';
import { questionVectors } from './question-vectors.ts';
import { sectionEmbedding } from './section-embedding.ts';
import { sectionMeanings } from './section-meanings.ts';
import { storedVectors } from './stored-vectors.ts';

interface SearchParts extends Pick<Ports, 'documentSections'> {
  platform: ServiceParts;
  /** The starting values of the first assistant. */
  first: AssistantEdit;
  embedder: Embedder | undefined;
  /** The setting that names the embedder's model. */
  setting: Parameters<typeof embeddingProblems>[0]['setting'];
  /** US dollars per million tokens; undefined where it is not known. */
  price: number | undefined;
  /** The documents of the knowledge folder. */
  folder: () => Promise<readonly KnowledgeDocument[]>;
}

interface AnsweringParts extends SearchParts {
  /** DAILY_TOKEN_BUDGET; 0 for none. */
  budget: number;
  /** Opens what answers; without the search by meaning, documents are searched by their words alone. */
  openAnswerers: (meanings: OpenMeanings | undefined) => Promise<{
    unlimited: Answerer;
    overBudget: Answerer;
    withFallback: (answerer: Answerer) => Answerer;
  }>;
}

/** Wires what answers, the search by meaning, and the daily budget over both. */
export async function answeringServices({ openAnswerers, budget, ...parts }: AnsweringParts) {
  const { platform } = parts;
  const otherUsage = otherTokenUsage(platform);
  const spending = { ...platform, otherUsage, budget };
  const isBudgetSpent = dailyBudgetCheck(spending);
  const meanings = searchByMeaning({ ...parts, otherUsage, isBudgetSpent });
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

interface MeaningParts extends SearchParts {
  otherUsage: OtherTokenUsage;
  isBudgetSpent: IsBudgetSpent;
}

/** The search by meaning; without an embedder it only removes what was stored with one. */
function searchByMeaning(parts: MeaningParts) {
  const { platform, documentSections, embedder, price, setting, otherUsage, isBudgetSpent } = parts;
  const stored = storedVectors(platform);
  const records = assistantRecords({ ...platform, first: parts.first });
  const documents = assistantDocuments({ ...platform, records });
  const folder = lazy(parts.folder);
  const work = sectionEmbedding({
    ...platform,
    documentSections,
    embedder,
    price,
    otherUsage,
    isBudgetSpent,
    stored,
    async *documents() {
      yield await folder();
      yield* allDocuments(documents, records);
    },
    documentsVersion: async () => versionOf(await folder(), await records.list(), await documents.listAll()),
    onStored: async () => await meanings?.reload(),
  });
  const meanings =
    embedder &&
    sectionMeanings({
      ...platform,
      embedder,
      stored,
      questions: questionVectors({ ...platform, embedder }),
      onMissing: work.onMissing,
    });
  const problems = embeddingProblems({ ...platform, setting, meanings, stored });
  return { open: meanings?.open, work, problems };
}

/** Changes with any document of the folder, of an assistant or of a candidate. */
function versionOf(
  folder: readonly KnowledgeDocument[],
  stored: readonly AssistantRecord[],
  lists: Awaited<ReturnType<AssistantDocuments['listAll']>>,
): string {
  const parts = [documentsKey(folder), stored.map(({ id, etag }) => [id, etag]), [...lists]];
  return derivedId('documents', JSON.stringify(parts));
}

/** The uploaded documents of every assistant and of every candidate, one of them at a time. */
async function* allDocuments(
  documents: Pick<AssistantDocuments, 'listAll' | 'source'>,
  records: Pick<AssistantRecords, 'list'>,
): AsyncGenerator<readonly KnowledgeDocument[]> {
  const [stored, lists] = await Promise.all([records.list(), documents.listAll()]);
  for (const id of new Set([...stored.map((record) => record.id), ...lists.keys()])) {
    const { documents: read } = await documents.source(id);
    yield await read();
  }
}
