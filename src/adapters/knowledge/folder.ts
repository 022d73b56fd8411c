import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isKnowledgeFolder } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import type { KnowledgeDocument, KnowledgeFolders } from '../../ports.ts';

/**
 * The Markdown files below a folder of the knowledge folder (`''`: all of it), by path. Without a knowledge
 * folder there are none. A missing folder counts as empty; one that cannot be read, or is outside the
 * knowledge folder, is `misconfigured`.
 */
export async function folderDocuments(knowledgeDir: string, folder: string): Promise<KnowledgeDocument[]> {
  if (knowledgeDir === '') return [];
  try {
    const root = await realpath(knowledgeDir);
    const path = await realpath(join(root, folder));
    if (path !== root && !path.startsWith(`${root}${sep}`)) throw new Error('The folder is elsewhere.');
    return await Promise.all(
      (await markdownFiles(path)).map(async (name) => ({
        name,
        markdown: await readFile(join(path, name), 'utf8'),
      })),
    );
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw new AppError('misconfigured', { setting: 'KNOWLEDGE_DIR' }, { cause });
  }
}

/** The paths below the folder, sorted independently of the file system. Links are not followed. */
async function markdownFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(path, join(parentPath, name)))
    .sort();
}

/** The folders below the knowledge folder; none where it does not exist. */
export function knowledgeFolders(knowledgeDir: string): KnowledgeFolders {
  return {
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
