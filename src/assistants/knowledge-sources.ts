import { answersIn } from '../knowledge/rules/added-answers.ts';
import { lruCache, lazy } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { ANSWERS, FILES } from '../knowledge/rules/documents.ts';
import { nowIso } from '../lib/fields.ts';
import type { WebsitePhase, WebsiteSource } from '../websites/records/website-source.ts';
import type { KnowledgeDocument, Ports } from '../ports.ts';
import type { AssistantDocuments } from './assistant-documents.ts';
import type { Assistants } from './assistants.ts';

/** A source of an assistant's knowledge: its size, its last reading and its problems. */
interface KnowledgeSourceState {
  kind: 'folder' | 'files' | 'answers' | 'website';
  folder?: string;
  /** `id`, `address` and `phase`: only of a website. */
  id?: string;
  address?: string;
  phase?: WebsitePhase;
  /** The number of documents; of `answers` the answers, of a website the published pages. */
  count: number;
  characters: number;
  /** Only of a website. */
  sections?: number;
  readAt?: string;
  /** The paths of a folder's files that cannot be read. */
  unreadable?: readonly string[];
  problem?: 'no-folder' | 'folder-unreadable' | 'no-documents';
}

type ListWebsites = (assistantId: string) => Promise<readonly WebsiteSource[]>;

type Dependencies = Pick<Ports, 'clock'> & {
  assistants: Pick<Assistants, 'find'>;
  documents: Pick<AssistantDocuments, 'documentsOf' | 'texts'>;
  websites: ListWebsites;
  /** Reads a folder below the knowledge folder; throws `misconfigured` if it cannot be read. */
  readFolder: (
    folder: string,
  ) => Promise<{ documents: readonly KnowledgeDocument[]; unreadable: readonly string[] }>;
  /** Whether KNOWLEDGE_DIR names a folder. */
  hasFolder: boolean;
};

/** The maximum number of cached folders. */
const MAX_FOLDERS = 20;

export function knowledgeSources(dependencies: Dependencies) {
  const { assistants, documents, websites, readFolder, hasFolder, clock } = dependencies;
  /** Each folder is read once per instance, like for its index. */
  const readings =
    lruCache<() => Promise<Pick<KnowledgeSourceState, 'count' | 'characters' | 'readAt' | 'unreadable'>>>(
      MAX_FOLDERS,
    );

  const readingOf = (folder: string) =>
    readings(folder, () =>
      lazy(async () => {
        const { documents: all, unreadable } = await readFolder(folder);
        const readAt = nowIso(clock);
        return { ...extentOf(all), readAt, ...(unreadable.length > 0 && { unreadable }) };
      }),
    )();

  async function ofFolder(folder: string): Promise<KnowledgeSourceState> {
    if (!hasFolder) return { kind: 'folder', folder, count: 0, characters: 0, problem: 'no-folder' };
    try {
      const read = await readingOf(folder);
      return { kind: 'folder', folder, ...read, ...(read.count === 0 && { problem: 'no-documents' }) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'misconfigured') throw error;
      return { kind: 'folder', folder, count: 0, characters: 0, problem: 'folder-unreadable' };
    }
  }

  async function ofAnswers(assistantId: string): Promise<KnowledgeSourceState> {
    const listed = await documents.documentsOf(assistantId, ANSWERS);
    const texts = await documents.texts(assistantId, listed);
    const answers = texts.flatMap(({ markdown }) => answersIn(markdown));
    const readAt = answers
      .map(({ addedAt }) => addedAt)
      .toSorted()
      .at(-1);
    const { characters } = extentOf(texts);
    return { kind: 'answers', count: answers.length, characters, ...(readAt !== undefined && { readAt }) };
  }

  return {
    /** Throws `assistant-not-found`. */
    async list(assistantId: string): Promise<KnowledgeSourceState[]> {
      const assistant = await assistants.find(assistantId);
      if (!assistant) throw new AppError('assistant-not-found');
      const files = assistant.documents.filter(({ source }) => source === FILES);
      const readAt = files
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .at(-1);
      const { knowledge } = assistant;
      return [
        ...(knowledge.kind === 'folder' ? [await ofFolder(knowledge.folder)] : []),
        {
          kind: 'files',
          count: files.length,
          characters: files.reduce((sum, { characters }) => sum + characters, 0),
          ...(readAt !== undefined && { readAt }),
        },
        await ofAnswers(assistantId),
        ...(await websites(assistantId)).map(ofWebsite),
      ];
    },
  };
}

function extentOf(documents: readonly KnowledgeDocument[]): { count: number; characters: number } {
  const characters = documents.reduce((sum, { markdown }) => sum + markdown.length, 0);
  return { count: documents.length, characters };
}

function ofWebsite({ id, address, phase, published, readAt }: WebsiteSource): KnowledgeSourceState {
  const {
    documents: count,
    sections,
    characters,
  } = published ?? { documents: 0, sections: 0, characters: 0 };
  return {
    kind: 'website',
    id,
    address,
    phase,
    count,
    characters,
    sections,
    ...(readAt !== undefined && { readAt }),
  };
}
