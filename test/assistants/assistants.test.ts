import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENTS } from '../../src/knowledge/rules/documents.ts';
import type { Ledger } from '../../src/ports.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance, MIA as FIRST } from '../support/parts/assistant-instance.ts';

const MIA = { ...FIRST, isDefault: false };

const store = freshFixture(() => openSqlite());

/** The assistants over a ledger, as one instance has them. */
const open = (ledger: Ledger = store.ledger) => assistantInstance({ ledger, clock: realClock, first: MIA });

/** The texts that visitors get, and the key of their index. */
async function given(id: string, { live, records } = open()) {
  const record = await records.find(id);
  if (!record) throw new Error('It is gone.');
  const { key, documents } = await live.knowledge(record);
  return { key, texts: (await documents()).map(({ markdown }) => markdown).toSorted() };
}

describe('uploads', () => {
  test('at the same time are all stored', async () => {
    const { assistants, documents } = open();
    const { id } = await assistants.create(MIA);
    const names = Array.from({ length: 12 }, (_, n) => `${n}.md`);
    await Promise.all(names.map((name) => documents.put(id, name, name)));
    expect((await assistants.find(id))?.documents).toHaveLength(names.length);
    expect((await given(id)).texts).toEqual(names.toSorted());
  });

  test('of one name at the same time leave one document', async () => {
    const { assistants, documents } = open();
    const { id } = await assistants.create(MIA);
    await Promise.all(['one', 'two', 'three'].map((text) => documents.put(id, 'a.md', text)));
    expect((await assistants.find(id))?.documents).toHaveLength(1);
    expect((await given(id)).texts).toHaveLength(1);
  });

  test('end at 1 000 documents, but a document with a known name can still be replaced', async () => {
    const { assistants, documents, putMany } = open();
    const { id } = await assistants.create(MIA);
    await putMany(
      id,
      Object.fromEntries(Array.from({ length: MAX_DOCUMENTS - 1 }, (_, n) => [`${n}.md`, `${n}`])),
    );
    await documents.put(id, 'own.md', 'x');
    expect(await refusal(documents.put(id, 'more.md', 'x'))).toBe('validation-failed');
    await documents.put(id, 'own.md', 'longer');
    const { live } = (await open().live.current(id)) ?? {};
    expect(live?.documents).toHaveLength(MAX_DOCUMENTS);
  });

  test('to an assistant that is being removed leave no text behind', async () => {
    const { assistants } = open();
    const { id } = await assistants.create(MIA);
    const removedMeanwhile: Ledger = {
      ...store.ledger,
      async write(kind, key, value, expected) {
        if (kind === 'assistant-records') await assistants.remove(id);
        return await store.ledger.write(kind, key, value, expected);
      },
    };
    const upload = open(removedMeanwhile).documents.put(id, 'a.md', 'x');
    expect(await refusal(upload)).toBe('assistant-not-found');
    expect(await leftOf(id)).toEqual([]);
  });
});

test('the key of an index changes only with the documents', async () => {
  const { assistants, documents } = open();
  const { id } = await assistants.create(MIA);
  expect(await given(id)).toEqual({ key: '', texts: [] });
  await documents.put(id, 'a.md', 'one');
  const { key } = await given(id);
  await documents.put(id, 'a.md', 'two');
  expect(await given(id)).toEqual({ key: expect.not.stringMatching(`^(${key}|)$`), texts: ['two'] });
  await documents.put(id, 'a.md', 'one');
  await assistants.update(id, { ...MIA, instructions: 'Be brief.' });
  expect(await given(id)).toEqual({ key, texts: ['one'] });
  await documents.remove(id, 'a.md');
  expect(await given(id)).toEqual({ key: '', texts: [] });
});

test('removing an assistant removes its documents and its entry in the list', async () => {
  const { assistants, documents, settled } = open();
  const { id } = await assistants.create(MIA);
  await documents.put(id, 'a.md', 'x');
  await assistants.remove(id);
  await settled();
  expect(await store.ledger.list('assistant-records')).toEqual([]);
  expect(await leftOf(id)).toEqual([]);
});

test('one assistant is the default after two admins choose different ones at the same time', async () => {
  const { assistants } = open();
  const made = await Promise.all([assistants.create(MIA), assistants.create({ ...MIA, name: 'Bo' })]);
  await Promise.all(made.map(({ id }) => assistants.update(id, { ...MIA, isDefault: true })));
  expect((await assistants.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('the first assistant is the default if the chosen one is gone', async () => {
  const { assistants } = open();
  const { id } = await assistants.create({ ...MIA, isDefault: true });
  const entry = await store.ledger.read('assistant-records', id);
  await store.ledger.remove('assistant-records', id, entry?.version ?? '');
  expect(await assistants.list()).toMatchObject([{ id: 'default', isDefault: true }]);
  expect(await assistants.find('default')).toMatchObject({ isDefault: true });
});

/** The ledger's records of a deleted assistant. */
async function leftOf(id: string) {
  const kinds = [`assistant-revisions-${id}`, `assistant-texts-${id}`];
  return (await Promise.all(kinds.map((kind) => store.ledger.list(kind)))).flat();
}
