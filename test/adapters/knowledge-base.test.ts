import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderDocuments, knowledgeFolders } from '../../src/adapters/knowledge/folder.ts';
import type { KnowledgeSource } from '../../src/ports.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { refusal } from '../support/refusal.ts';
import { parseInProcess, cachedParser } from '../../src/adapters/knowledge/parsed-documents.ts';
import { background } from '../../src/services/platform/background.ts';
import { recordingTelemetry } from '../support/ports/heard-telemetry.ts';
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
  test('without a source is looked up in the whole folder', async () => {
    const all = ['Deep', 'Help', 'Shop', 'Twin', 'Wir'];
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

test('the indexes of the sources that were asked lately are kept, up to a length of all texts', async () => {
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

test('a long knowledge takes the place of several', async () => {
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

describe('while the index of changed documents is built', () => {
  const titleOf = async (base: ReturnType<typeof knowledgeIn>, source: KnowledgeSource) =>
    (await base(source).find(['returns delivery'], 1)).map(({ title }) => title);

  test('the earlier one of a long knowledge answers, and then the new one', async () => {
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

  test('a search in a short knowledge waits, so that what was saved is found', async () => {
    const base = knowledgeIn(knowledgeDir);
    const [before, after] = [version('1', '# Returns\n\nA', 'shop'), version('2', '# Delivery\n\nB', 'shop')];
    before.open();
    await titleOf(base, before.source);
    const found = titleOf(base, after.source);
    after.open();
    expect(await found).toEqual(['Delivery']);
  });

  test('a short one answers where the changed one is long', async () => {
    const base = knowledgeIn(knowledgeDir);
    const [before, after] = [version('1', '# Returns\n\nA', 'shop'), version('2', long('Delivery'), 'shop')];
    before.open();
    await titleOf(base, before.source);
    after.open();
    expect(await titleOf(base, after.source)).toEqual(['Returns']);
  });

  test('no other knowledge answers, and none where it belongs to no series', async () => {
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

  test('it answers also where the changed documents cannot be read, which is reported', async () => {
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

test('of changed documents only those that are new are parsed', async () => {
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
