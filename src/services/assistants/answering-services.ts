import { lazy } from '../../domain/caching.ts';
import type { Pricing } from '../../domain/cost.ts';
import { derivedId } from '../../domain/ids.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import type { Answerer, Embedder, KnowledgeDocument, OpenMeanings, Ports } from '../../ports.ts';
import { judgments } from '../admin/judgments.ts';
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

interface SearchParts extends ServiceParts, Pick<Ports, 'documentSections'> {
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
  pricing: Pricing;
  /** Opens what answers; without the search by meaning, documents are searched by their words alone. */
  openAnswerer: (meanings: OpenMeanings | undefined) => Promise<Answerer>;
}

/** Wires what answers, the search by meaning, and the daily budget over both. */
export async function answeringServices({ openAnswerer, pricing, budget, ...parts }: AnsweringParts) {
  const { documentSections } = parts;
  const otherUsage = otherTokenUsage(parts);
  const isBudgetSpent = dailyBudgetCheck({ ...parts, otherUsage, budget });
  const meanings = searchByMeaning({ ...parts, otherUsage, isBudgetSpent });
  const unlimited = await openAnswerer(meanings.open);
  return {
    sectionEmbedding: meanings.work,
    embeddingProblems: meanings.problems,
    /** What services take that ask the model, or show what it cost and answered. */
    asking: {
      otherUsage,
      documentSections,
      isBudgetSpent,
      judgments: judgments(parts),
      pricing,
      /** Without the daily budget. */
      unlimited,
      answerer: withDailyBudget(unlimited, { ...parts, otherUsage, budget }),
    },
  };
}

interface MeaningParts extends SearchParts {
  otherUsage: OtherTokenUsage;
  isBudgetSpent: IsBudgetSpent;
}

/** The search by meaning; without an embedder it only removes what was stored with one. */
function searchByMeaning({ folder: readFolder, ...parts }: MeaningParts) {
  const { embedder } = parts;
  const stored = storedVectors(parts);
  const records = assistantRecords(parts);
  const documents = assistantDocuments({ ...parts, records });
  const folder = lazy(readFolder);
  const work = sectionEmbedding({
    ...parts,
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
      ...parts,
      embedder,
      stored,
      questions: questionVectors({ ...parts, embedder }),
      onMissing: work.onMissing,
    });
  return { open: meanings?.open, work, problems: embeddingProblems({ ...parts, meanings, stored }) };
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
