import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { knowledgeBase } from '../../src/adapters/knowledge/base.ts';
import { folderDocuments, knowledgeFolders } from '../../src/adapters/knowledge/folder.ts';
import type { KnowledgeSource } from '../../src/ports.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { refusal } from '../support/refusal.ts';

const parent = knowledgeFolder({
  'secret.md': '# Secret\n\nNobody shall read of returns.',
  'knowledge/help.md': '# Help\n\nReturns take thirty days.',
  'knowledge/shop/returns.md': '# Shop\n\nReturns in the shop take ten days.',
  'knowledge/shop/deep/returns.md': '# Deep\n\nReturns in deep shops.',
  'knowledge/Über uns/wir.md': '# Wir\n\nReturns auf Deutsch.',
  'knowledge/.hidden/returns.md': '# Hidden\n\nReturns that are hidden.',
  'knowledge/knowledge-twin/returns.md': '# Twin\n\nReturns of a twin.',
  'knowledge-elsewhere/returns.md': '# Elsewhere\n\nReturns elsewhere.',
});
const knowledgeDir = join(parent, 'knowledge');
beforeAll(() => symlink(parent, join(knowledgeDir, 'way-out')));

const titles = async (source?: KnowledgeSource) =>
  (await knowledgeBase(knowledgeDir)(source).find(['returns'], 9)).map(({ title }) => title).sort();
const folder = (name: string): KnowledgeSource => ({ kind: 'folder', folder: name });

describe('a question', () => {
  test('without a source is looked up in the whole folder', async () => {
    const all = ['Deep', 'Help', 'Hidden', 'Shop', 'Twin', 'Wir'];
    expect(await titles()).toEqual(all);
    expect(await titles(folder(''))).toEqual(all);
  });

  test('is looked up in one folder and those below it', async () => {
    expect(await titles(folder('shop'))).toEqual(['Deep', 'Shop']);
    expect(await titles(folder('shop/deep'))).toEqual(['Deep']);
  });

  test('finds nothing in a folder that is gone', async () => {
    expect(await titles(folder('gone'))).toEqual([]);
  });
});

test.each(['..', '../knowledge-elsewhere', 'shop/../..', 'way-out', 'shop/\0'])(
  'no folder leads out of the knowledge folder: %j',
  async (name) => {
    expect(await refusal(folderDocuments(knowledgeDir, name))).toBe('misconfigured');
  },
);

test('an absolute path is one below the knowledge folder, too', async () => {
  expect(await folderDocuments(knowledgeDir, `${parent}/knowledge-elsewhere`)).toEqual([]);
});

test('the folders that can be chosen are neither hidden nor links, and none where there is no folder', async () => {
  expect(await knowledgeFolders(knowledgeDir).list()).toEqual([
    'knowledge-twin',
    'shop',
    'shop/deep',
    'Über uns',
  ]);
  expect(await knowledgeFolders('/nowhere/at/all').list()).toEqual([]);
  expect(await refusal(knowledgeFolders(join(knowledgeDir, 'help.md')).list())).toBe('misconfigured');
});

test('documents have the title of their first heading, else of their name without its ending', async () => {
  const names = ['price-list.markdown', 'notes_of_today.txt', 'a.b.md'];
  const documents = names.map((name) => ({ name, markdown: 'Returns.' }));
  const source = { kind: 'documents', key: '1', documents: () => Promise.resolve(documents) } as const;
  expect(await titles(source)).toEqual(['a.b', 'notes of today', 'price list']);
});

test('documents that cannot be had are asked for again by the next question', async () => {
  let fails = true;
  const source: KnowledgeSource = {
    kind: 'documents',
    key: '1',
    documents: () =>
      fails
        ? Promise.reject(new Error('The store is away.'))
        : Promise.resolve([{ name: 'a.md', markdown: 'Returns.' }]),
  };
  const base = knowledgeBase(knowledgeDir);
  await expect(base(source).find(['returns'], 1)).rejects.toThrow('The store is away.');
  fails = false;
  expect(await base(source).find(['returns'], 1)).toHaveLength(1);
});

test('the indexes of the sources that were asked lately are kept, and no more', async () => {
  const read: string[] = [];
  const base = knowledgeBase(knowledgeDir);
  const ask = (key: string) =>
    base({
      kind: 'documents',
      key,
      documents() {
        read.push(key);
        return Promise.resolve([]);
      },
    }).find(['x'], 1);
  for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '1', '9', '1', '2']) await ask(key);
  expect(read).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '2']);
});
