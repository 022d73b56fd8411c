import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderDocuments, knowledgeFolders } from '../../src/adapters/knowledge/folder.ts';
import type { KnowledgeSource } from '../../src/ports.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { refusal } from '../support/refusal.ts';
import { parseInProcess, cachedParser } from '../../src/adapters/knowledge/parsed-documents.ts';
import { background } from '../../src/platform/background.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { knowledgeIn } from './support/knowledge.ts';

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
  (await knowledgeIn(knowledgeDir)(source).find(['returns'], 9)).map(({ title }) => title).sort();
const folder = (name: string): KnowledgeSource => ({ kind: 'folder', folder: name });

describe('a question', () => {
  test('without a source is searched in the whole folder', async () => {
    const all = ['Deep', 'Help', 'Shop', 'Twin', 'Wir'];
    expect(await titles()).toEqual(all);
    expect(await titles(folder(''))).toEqual(all);
  });

  test('is searched in one folder and its subfolders', async () => {
    expect(await titles(folder('shop'))).toEqual(['Deep', 'Shop']);
    expect(await titles(folder('shop/deep'))).toEqual(['Deep']);
  });

  test('finds nothing in a deleted folder', async () => {
    expect(await titles(folder('gone'))).toEqual([]);
  });
});

test.each(['..', '../knowledge-elsewhere', 'shop/../..', 'way-out', 'shop/\0'])(
  'a folder path outside the knowledge folder is not read: %j',
  async (name) => {
    expect(await refusal(folderDocuments(knowledgeDir, name))).toBe('misconfigured');
  },
);

test('an absolute path is treated as a path below the knowledge folder', async () => {
  expect(await folderDocuments(knowledgeDir, `${parent}/knowledge-elsewhere`)).toEqual([]);
});

test('hidden folders and links cannot be chosen, and a missing folder has no folders', async () => {
  expect(await knowledgeFolders(knowledgeDir).list()).toEqual([
    'knowledge-twin',
    'shop',
    'shop/deep',
    'Über uns',
  ]);
  expect(await knowledgeFolders('/nowhere/at/all').list()).toEqual([]);
  expect(await refusal(knowledgeFolders(join(knowledgeDir, 'help.md')).list())).toBe('misconfigured');
});

test('a document is titled by its first heading, or its file name without the extension', async () => {
  const names = ['price-list.markdown', 'notes_of_today.txt', 'a.b.md'];
  const documents = names.map((name) => ({ name, markdown: 'Returns.' }));
  const source = { kind: 'documents', key: '1', documents: () => Promise.resolve(documents) } as const;
  expect(await titles(source)).toEqual(['a.b', 'notes of today', 'price list']);
});

test('documents that could not be loaded are loaded again with the next question', async () => {
  let fails = true;
  const source: KnowledgeSource = {
    kind: 'documents',
    key: '1',
    documents: () =>
      fails
        ? Promise.reject(new Error('The store is away.'))
        : Promise.resolve([{ name: 'a.md', markdown: 'Returns.' }]),
  };
  const base = knowledgeIn(knowledgeDir);
  await expect(base(source).find(['returns'], 1)).rejects.toThrow('The store is away.');
  fails = false;
  expect(await base(source).find(['returns'], 1)).toHaveLength(1);
});

/** A version of documents, and how often it was read. */
function version(key: string, markdown = 'Returns.', series?: string) {
  const gate = Promise.withResolvers<undefined>();
  const read: string[] = [];
  const source: KnowledgeSource = {
    kind: 'documents',
    key,
    ...(series !== undefined && { series }),
    async documents() {
      read.push(key);
      await gate.promise;
      return [{ name: 'a.md', markdown }];
    },
  };
  return { source, read, open: () => gate.resolve(undefined) };
}
const long = (text: string) =>
  Array.from({ length: 300 }, () => `## ${text}\n\n${'words '.repeat(300)}`).join('\n\n');

test('the indexes of recently used sources are kept up to a total size', async () => {
  const text = '## Returns\n\nReturns.';
  const base = knowledgeIn(knowledgeDir, { maxBytes: 64 * 20 });
  const all = Array.from({ length: 70 }, (_, key) => version(String(key), text));
  for (const { source, open } of all) {
    open();
    await base(source).find(['returns'], 1);
  }
  await base(all[0]?.source).find(['returns'], 1);
  await base(all[69]?.source).find(['returns'], 1);
  expect(all[0]?.read).toHaveLength(2);
  expect(all[69]?.read).toHaveLength(1);
});

test('the index of a long knowledge replaces several others', async () => {
  const base = knowledgeIn(knowledgeDir, { maxBytes: 600_000 });
  const [small, large, larger] = [
    version('1'),
    version('2', long('Returns')),
    version('3', long('Delivery')),
  ];
  for (const { source, open } of [small, large, larger, larger]) {
    open();
    await base(source).find(['returns'], 1);
  }
  await base(small.source).find(['returns'], 1);
  await base(large.source).find(['returns'], 1);
  expect([small.read.length, large.read.length, larger.read.length]).toEqual([2, 2, 1]);
});

describe('while the index of changed documents is being built', () => {
  const titleOf = async (base: ReturnType<typeof knowledgeIn>, source: KnowledgeSource) =>
    (await base(source).find(['returns delivery'], 1)).map(({ title }) => title);

  test('the previous index of a long knowledge answers, then the new one', async () => {
    const work = background(recordingTelemetry());
    const base = knowledgeIn(knowledgeDir, { background: work });
    const [before, after] = [version('1', long('Returns'), 'shop'), version('2', long('Delivery'), 'shop')];
    before.open();
    expect(await titleOf(base, before.source)).toEqual(['Returns']);
    expect(await titleOf(base, after.source)).toEqual(['Returns']);
    after.open();
    await work.settled();
    expect(await titleOf(base, after.source)).toEqual(['Delivery']);
    expect(after.read).toHaveLength(1);
  });

  test('a search in a short knowledge waits for the new index', async () => {
    const base = knowledgeIn(knowledgeDir);
    const [before, after] = [version('1', '# Returns\n\nA', 'shop'), version('2', '# Delivery\n\nB', 'shop')];
    before.open();
    await titleOf(base, before.source);
    const found = titleOf(base, after.source);
    after.open();
    expect(await found).toEqual(['Delivery']);
  });

  test('a short previous index answers if the changed documents are long', async () => {
    const base = knowledgeIn(knowledgeDir);
    const [before, after] = [version('1', '# Returns\n\nA', 'shop'), version('2', long('Delivery'), 'shop')];
    before.open();
    await titleOf(base, before.source);
    after.open();
    expect(await titleOf(base, after.source)).toEqual(['Returns']);
  });

  test('an index of another series does not answer', async () => {
    const base = knowledgeIn(knowledgeDir);
    for (const series of ['other', undefined]) {
      const [before, after] = [
        version('1', long('Returns'), series),
        version('2', long('Delivery'), series && 'shop'),
      ];
      before.open();
      after.open();
      await titleOf(base, before.source);
      expect(await titleOf(base, after.source)).toEqual(['Delivery']);
    }
  });

  test('the previous index answers if the changed documents cannot be loaded, which is reported', async () => {
    const telemetry = recordingTelemetry();
    const work = background(telemetry);
    const base = knowledgeIn(knowledgeDir, { background: work });
    const before = version('1', long('Returns'), 'shop');
    before.open();
    await titleOf(base, before.source);
    const away: KnowledgeSource = {
      kind: 'documents',
      key: '2',
      series: 'shop',
      documents: () => Promise.reject(new Error('The store is away.')),
    };
    expect(await titleOf(base, away)).toEqual(['Returns']);
    await work.settled();
    expect(telemetry.events).toEqual([{ type: 'warning', code: 'background-failed' }]);
  });
});

test('only the new documents of a changed knowledge are parsed', async () => {
  const parsed: string[] = [];
  const parse = cachedParser((documents) => {
    parsed.push(...documents.map(({ markdown }) => markdown));
    return parseInProcess(documents);
  });
  const base = knowledgeIn(knowledgeDir, { parse });
  const source = (key: string, ...texts: string[]): KnowledgeSource => ({
    kind: 'documents',
    key,
    documents: () => Promise.resolve(texts.map((markdown, at) => ({ name: `${at}.md`, markdown }))),
  });
  await base(source('1', '# A\n\nOne.', '# B\n\nTwo.')).find(['x'], 1);
  await base(source('2', '# A\n\nOne.', '# B\n\nThree.')).find(['x'], 1);
  expect(parsed).toEqual(['# A\n\nOne.', '# B\n\nTwo.', '# B\n\nThree.']);
  expect(await base(source('2')).find(['three'], 1)).toMatchObject([{ title: 'B' }]);
});
