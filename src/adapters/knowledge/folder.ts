import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isKnowledgeFolder } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import type { KnowledgeDocument, KnowledgeFolders } from '../../ports.ts';

/** The documents of a folder, and the paths of the files that cannot be read. */
export interface FolderReading {
  documents: KnowledgeDocument[];
  unreadable: string[];
}

/**
 * The Markdown files below a folder of the knowledge folder (`''`: all of it), by path, in any encoding that
 * uploads are read in. Hidden files and folders are not read. Without a knowledge folder the result is empty.
 * A missing folder counts as empty; one that cannot be read, or is outside the knowledge folder, is
 * `misconfigured`.
 */
export async function readFolder(knowledgeDir: string, folder: string): Promise<FolderReading> {
  if (knowledgeDir === '') return { documents: [], unreadable: [] };
  try {
    const root = await realpath(knowledgeDir);
    const path = await realpath(join(root, folder));
    if (path !== root && !path.startsWith(`${root}${sep}`)) throw new Error('The folder is elsewhere.');
    const names = await markdownFiles(path);
    const texts = await Promise.all(names.map((name) => textOf(join(path, name))));
    const documents = names.flatMap((name, at) => {
      const markdown = texts[at];
      return markdown === undefined ? [] : [{ name, markdown }];
    });
    return { documents, unreadable: names.filter((_name, at) => texts[at] === undefined) };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      return { documents: [], unreadable: [] };
    }
    throw new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }, { cause });
  }
}

/** The documents of `readFolder`. */
export async function folderDocuments(knowledgeDir: string, folder: string): Promise<KnowledgeDocument[]> {
  return (await readFolder(knowledgeDir, folder)).documents;
}

/** The text of a file; undefined where the file cannot be opened, or is in no known encoding. */
async function textOf(path: string): Promise<string | undefined> {
  // An entry of the bundle loads no detector of encodings.
  const { decodeText } = await import('../../domain/text-encoding.ts');
  try {
    return decodeText(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNOPENED.has(error.code)) return undefined;
    throw error;
  }
}

const UNOPENED = new Set<unknown>(['EACCES', 'EPERM', 'EIO']);

/**
 * The paths below the folder, sorted independently of the file system. Links are not followed, and what
 * editors and archivers hide is not read.
 */
async function markdownFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map(({ parentPath, name }) => relative(path, join(parentPath, name)))
    .filter((name) => !name.split(sep).some((part) => part.startsWith('.')))
    .sort();
}

/** The folders below the knowledge folder; empty if it does not exist. */
export function knowledgeFolders(knowledgeDir: string): KnowledgeFolders {
  return {
    unreadable: async () => (await readFolder(knowledgeDir, '')).unreadable,

    async list() {
      if (knowledgeDir === '') return [];
      try {
        const entries = await readdir(knowledgeDir, { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isDirectory())
          .map(({ parentPath, name }) => relative(knowledgeDir, join(parentPath, name)).replaceAll(sep, '/'))
          .filter(isKnowledgeFolder)
          .sort();
      } catch (cause) {
        if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
        throw new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }, { cause });
      }
    },
  };
}
