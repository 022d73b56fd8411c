import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * The path of a fresh folder with these files, folders in their names included, until the suite or the file
 * that calls it has ended. Not for use inside a test.
 */
export function knowledgeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
