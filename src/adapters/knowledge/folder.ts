import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isKnowledgeFolder } from '../../assistants/rules/assistants.ts';
import { AppError } from '../../core/errors.ts';
import type { KnowledgeDocument, KnowledgeFolders } from '../../ports.ts';

/** The documents of a folder, and the paths of the files that cannot be read. */
interface FolderReading {
  documents: KnowledgeDocument[];
  unreadable: string[];
}

/**
 * Reads the Markdown files in a folder below the knowledge folder (`''`: all of it), in any encoding that
 * uploads may have. Hidden files and folders are skipped. Without a knowledge folder, or if the folder does
 * not exist, the result is empty. Throws `misconfigured` if the folder cannot be read or is outside the
 * knowledge folder.
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

/** The text of a file; undefined if the file cannot be opened or its encoding is unknown. */
async function textOf(path: string): Promise<string | undefined> {
  // Loaded on demand, so that the main bundle does not contain the encoding detector.
  const { decodeText } = await import('../../lib/text-encoding.ts');
  try {
    return decodeText(await readFile(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNOPENED.has(error.code)) return undefined;
    throw error;
  }
}

const UNOPENED = new Set<unknown>(['EACCES', 'EPERM', 'EIO']);

/** The paths below the folder, sorted. Links and hidden files are skipped. */
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
