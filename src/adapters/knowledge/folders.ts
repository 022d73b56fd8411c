import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isKnowledgeFolder } from '../../domain/assistants.ts';
import { AppError } from '../../domain/errors.ts';
import type { KnowledgeFolders } from '../../ports.ts';

/** The folders below the knowledge folder; none where it does not exist. */
export function knowledgeFolders(knowledgeDir: string): KnowledgeFolders {
  return {
    async list() {
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
