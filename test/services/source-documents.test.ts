import { describe, expect, test } from 'vitest';
import type { Ledger } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { openCosmos } from '../support/stores/cosmos-store.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance } from './assistant-instance.ts';

const MIA = {
  name: 'Mia',
  instructions: 'You are Mia.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
} as const;

const STORES: [string, () => Promise<{ ledger: Ledger; close(): Promise<void> }>][] = [
  ['SQLite', openSqlite],
  ['Cosmos DB', openCosmos],
];

const READ_AT = '2026-11-20T17:24:00.000Z';
const page = (name: string, markdown = name) => ({
  name,
  title: name,
  url: `https://shop.example/${name}`,
  markdown,
  readAt: READ_AT,
});
const namesOf = (documents: readonly { name: string; source: string }[]) =>
  documents.map(({ name, source }) => `${source}: ${name}`);

describe.each(STORES)('the documents of a source, in %s,', (_store, openStore) => {
  const store = freshFixture(openStore);
  const clock = freshFixture(() => passingClock());
  const open = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock, first: MIA });

  test('are replaced by one change, and those of other sources stay', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create({ ...MIA, isDefault: false });
    await documents.put(id, 'own.md', '# Prices\n\nOne euro.');
    await documents.put(id, 'answers.md', '# Answers');
    await documents.replaceSource(id, 'shop', [page('a.md'), page('b.md')], { to: 'live' });
    await documents.replaceSource(id, 'blog', [page('c.md')], { to: 'live' });
    await documents.replaceSource(id, 'shop', [page('b.md'), page('d.md')], { to: 'live' });
    expect(namesOf(await documents.list(id))).toEqual([
      'answers: answers.md',
      'shop: b.md',
      'blog: c.md',
      'shop: d.md',
      'files: own.md',
    ]);
    const [first] = await documents.documentsOf(id, 'shop');
    expect(first).toMatchObject({ title: 'b.md', url: 'https://shop.example/b.md', updatedAt: READ_AT });
    expect((await documents.documentsOf(id, 'files'))[0]?.title).toBe('Prices');
    expect(await documents.read(id, 'd.md')).toBe('d.md');
    await documents.replaceSource(id, 'shop', [], { to: 'live' });
    expect(await documents.documentsOf(id, 'shop')).toEqual([]);
  });

  test('get a number if a document of another source has their name, the same one each time', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create({ ...MIA, isDefault: false });
    await documents.put(id, 'prices.md', 'Mine.');
    const pages = [page('prices.md', 'Of the shop.'), page('prices.md', 'Of the blog.')];
    await documents.replaceSource(id, 'shop', pages, { to: 'live' });
    const { version } = (await open().records.find(id)) ?? {};
    await documents.replaceSource(id, 'shop', pages, { to: 'live' });
    expect((await open().records.find(id))?.version).toBe(version);
    expect(namesOf(await documents.list(id))).toEqual([
      'shop: prices 2.md',
      'shop: prices 3.md',
      'files: prices.md',
    ]);
    expect(await refusal(documents.put(id, 'prices 2.md', 'Mine, too.'))).toBe('validation-failed');
  });

  test('are written again only as far as their texts are new', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create({ ...MIA, isDefault: false });
    const pages = Array.from({ length: 20 }, (_, n) => page(`${n}.md`));
    await documents.replaceSource(id, 'shop', pages, { to: 'live' });
    const kinds: string[] = [];
    const counted: Ledger = {
      ...store.ledger,
      async write(kind, ...given) {
        kinds.push(kind);
        return await store.ledger.write(kind, ...given);
      },
    };
    const changed = [...pages.slice(1), page('new.md')];
    await open(counted).documents.replaceSource(id, 'shop', changed, { to: 'live' });
    expect(kinds).toEqual([`assistant-revisions-${id}`, `assistant-texts-${id}`, 'assistant-records']);
  });

  test('can be read into a draft, which visitors get when it is published', async () => {
    const { agents, documents, drafts } = open();
    const { id } = await agents.create({ ...MIA, isDefault: false });
    await documents.put(id, 'own.md', 'Mine.');
    await documents.replaceSource(id, 'shop', [page('a.md')], { to: 'draft' });
    expect(await documents.documentsOf(id, 'shop')).toEqual([]);
    const draft = await drafts.find(id);
    expect(draft.documents).toMatchObject([
      { name: 'a.md', source: 'shop', change: 'added' },
      { name: 'own.md', change: 'none' },
    ]);
    await drafts.publish(id, [draft.etag]);
    expect(namesOf(await documents.list(id))).toEqual(['shop: a.md', 'files: own.md']);
  });

  test('are all there if several sources are replaced at once', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create({ ...MIA, isDefault: false });
    const sources = Array.from({ length: 6 }, (_, n) => `source-${n}`);
    await Promise.all(
      sources.map((source) =>
        open().documents.replaceSource(id, source, [page(`${source}.md`)], { to: 'live' }),
      ),
    );
    expect(await documents.list(id)).toHaveLength(sources.length);
  });

  test('of an assistant that is not there are refused', async () => {
    const { documents } = open();
    const replaced = documents.replaceSource('gone', 'shop', [page('a.md')], { to: 'live' });
    expect(await refusal(replaced)).toBe('assistant-not-found');
    expect(await store.ledger.list('assistant-revisions-gone')).toEqual([]);
  });
});
