import { lazy } from '../../domain/caching.ts';
import { derivedId } from '../../domain/ids.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import type { Pricing } from '../../domain/cost.ts';
import type {
  Answerer,
  Embedder,
  KnowledgeDocument,
  OpenMeanings,
  Ports,
  QuestionWriter,
  SectionQuestions,
} from '../../ports.ts';
import { dailyBudgetCheck, withDailyBudget, type IsBudgetSpent } from '../chat/daily-budget.ts';
import { otherTokenUsage, type OtherTokenUsage } from '../platform/other-token-usage.ts';
import type { ServiceParts } from '../platform/services.ts';
import type { AssistantRecord } from './assistant-records.ts';
import type { AssistantStorage } from './assistant-storage.ts';
import { embeddingProblems } from './embedding-problems.ts';
import { questionVectors } from './question-vectors.ts';
import { sectionEmbedding } from './section-embedding.ts';
import { sectionMeanings } from './section-meanings.ts';
import { questionWork } from './section-questions.ts';
import { storedQuestions } from './stored-questions.ts';
import { storedVectors } from './stored-vectors.ts';

interface SearchParts extends Pick<Ports, 'documentSections'> {
  platform: ServiceParts;
  storage: AssistantStorage;
  embedder: Embedder | undefined;
  /** The setting that names the embedder's model. */
  setting: Parameters<typeof embeddingProblems>[0]['setting'];
  /** US dollars per million tokens; undefined where it is not known. */
  price: number | undefined;
  /** The documents of the knowledge folder. */
  folder: () => Promise<readonly KnowledgeDocument[]>;
  /** Undefined where no model is connected. */
  questionWriter: QuestionWriter | undefined;
  sectionsPerHour: number;
  pricing: Pricing;
}

interface AnsweringParts extends SearchParts {
  /** DAILY_TOKEN_BUDGET; 0 for none. */
  budget: number;
  /** Opens the answerers; without the search by meaning, documents are searched only by their words. */
  openAnswerers: (
    meanings: OpenMeanings | undefined,
    questions: SectionQuestions,
  ) => Promise<{
    unlimited: Answerer;
    overBudget: Answerer;
    withFallback: (answerer: Answerer) => Answerer;
  }>;
}

/** Wires the answerer, the search by meaning, and the daily budget that limits both. */
export async function answeringServices({ openAnswerers, budget, ...parts }: AnsweringParts) {
  const { platform } = parts;
  const otherUsage = otherTokenUsage(platform);
  const spending = { ...platform, otherUsage, budget };
  const isBudgetSpent = dailyBudgetCheck(spending);
  const all = everyDocument(parts);
  const meanings = searchByMeaning({ ...parts, ...all, otherUsage, isBudgetSpent });
  const questions = questionWork({
    ...platform,
    ...all,
    documentSections: parts.documentSections,
    writer: parts.questionWriter,
    stored: storedQuestions(platform),
    sectionsPerHour: parts.sectionsPerHour,
    pricing: parts.pricing,
    otherUsage,
    isBudgetSpent,
  });
  const { unlimited, overBudget, withFallback } = await openAnswerers(meanings.open, questions.known);
  const answerer = withDailyBudget(unlimited, { ...spending, instead: overBudget });
  return {
    sectionEmbedding: meanings.work,
    questionWork: questions,
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

/** The search by meaning; without an embedder it only removes what was stored with one. */
function searchByMeaning(parts: MeaningParts) {
  const { platform, documentSections, embedder, price, setting, otherUsage, isBudgetSpent } = parts;
  const stored = storedVectors(platform);
  const work = sectionEmbedding({
    ...platform,
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

/** The documents of the folder, of every assistant and of every draft. */
function everyDocument({ storage, ...parts }: Pick<SearchParts, 'storage' | 'folder'>) {
  const folder = lazy(parts.folder);
  return {
    async *documents() {
      yield await folder();
      yield* allDocuments(storage);
    },
    documentsVersion: async () => versionOf(await folder(), await storage.records.list()),
  };
}

/** Changes with any document of the folder, of an assistant or of a draft. */
function versionOf(folder: readonly KnowledgeDocument[], stored: readonly AssistantRecord[]): string {
  const keys = stored.map(({ value: { live, draft } }) => [live.documentsKey, draft?.documentsKey ?? '']);
  return derivedId('documents', JSON.stringify([documentsKey(folder), keys]));
}

/** The documents of every assistant and of every draft, one list of them at a time. */
async function* allDocuments({
  records,
  live,
  revisions,
}: AssistantStorage): AsyncGenerator<readonly KnowledgeDocument[]> {
  for (const record of await records.list()) {
    yield await live.source(record).documents();
    const { draft } = record.value;
    const revision = draft && (await revisions.read(record.id, draft.revision));
    if (revision) yield await revisions.texts(record.id, revision.documents);
  }
}
