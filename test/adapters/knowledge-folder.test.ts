import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { knowledgeFolders, readFolder } from '../../src/adapters/knowledge/folder.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';

const folder = knowledgeFolder({ 'help.md': '# Help' });

async function write(files: Readonly<Record<string, Buffer>>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

test('the files of a folder are read like uploads, without the hidden files of editors and archivers', async () => {
  await write({
    'UPPER.MD': Buffer.from('# Upper'),
    'utf16.md': Buffer.from('\ufeff# Größe', 'utf16le'),
    'western.md': Buffer.from('# Rückgabe für alle', 'latin1'),
    'notes.txt': Buffer.from('Text'),
    '._help.md': Buffer.from([0, 5, 22, 7, 0, 2]),
    '.trash/old.md': Buffer.from('# Old'),
    'shop/.obsidian/plugin/note.md': Buffer.from('# Note'),
    'broken.md': Buffer.from('486920818d9dff', 'hex'),
  });
  expect(await readFolder(folder, '')).toEqual({
    documents: [
      { name: 'UPPER.MD', markdown: '# Upper' },
      { name: 'help.md', markdown: '# Help' },
      { name: 'utf16.md', markdown: '# Größe' },
      { name: 'western.md', markdown: '# Rückgabe für alle' },
    ],
    unreadable: ['broken.md'],
  });
  expect(await knowledgeFolders(folder).unreadable()).toEqual(['broken.md']);
  expect(await knowledgeFolders('').unreadable()).toEqual([]);
});
