import { lazy } from '../../domain/caching.ts';
import { documentsKey } from '../../domain/section-vectors.ts';
import type { Embedder, KnowledgeDocument, Ports } from '../../ports.ts';
import type { IsBudgetSpent } from '../chat/daily-budget.ts';
import type { TokensBeside } from '../chat/tokens-beside.ts';
import type { ServiceParts } from '../platform/services.ts';
import { allDocuments } from './all-documents.ts';
import type { AssistantChanges } from './assistant-changes.ts';
import { assistantDocuments } from './assistant-documents.ts';
import { assistantRecords } from './assistant-records.ts';
import { embeddingProblems } from './embedding-problems.ts';
import { questionVectors } from './question-vectors.ts';
import { sectionEmbedding } from './section-embedding.ts';
import { sectionMeanings } from './section-meanings.ts';
import { storedVectors } from './stored-vectors.ts';

interface MeaningParts extends ServiceParts, Pick<Ports, 'documentSections'> {
  embedder: Embedder | undefined;
  /** The setting that names the embedder's model. */
  setting: Parameters<typeof embeddingProblems>[0]['setting'];
  /** US dollars per million tokens; undefined where it is not known. */
  price: number | undefined;
  /** The documents of the knowledge folder. */
  folder: () => Promise<readonly KnowledgeDocument[]>;
  changes: AssistantChanges;
  beside: TokensBeside;
  isBudgetSpent: IsBudgetSpent;
}

/** Wires the search by meaning; without an embedder it only removes what was stored with one. */
export function meaningServices({ folder: readFolder, ...parts }: MeaningParts) {
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
    folderKey: lazy(async () => documentsKey(await folder())),
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
