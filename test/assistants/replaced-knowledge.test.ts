import { expect, test } from 'vitest';
import { citableSections } from '../../src/adapters/knowledge/document-sections.ts';
import { parseInProcess } from '../../src/adapters/knowledge/parsed-documents.ts';
import { knowledgeIn } from '../adapters/support/knowledge.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance, MIA } from '../support/parts/assistant-instance.ts';

const store = freshFixture(() => openSqlite());

test('a deleted document is not used for answers, even if an instance was reading the list with it', async () => {
  const open = () => assistantInstance({ ledger: store.ledger, clock: manualClock(), first: MIA });
  const [admin, visitors] = [open(), open()];
  const { id } = await admin.assistants.create({ ...MIA, isDefault: false });
  const knowledge = async () => {
    const record = await visitors.records.find(id, 'strong');
    return record ? await visitors.live.knowledge(record) : expect.unreachable();
  };
  const search = knowledgeIn('');
  const sectionsOf = citableSections('', parseInProcess);
  const found = async (source: Awaited<ReturnType<typeof knowledge>>) => [
    (await search(source).find(['bananas'], 9)).map(({ title }) => title),
    (await sectionsOf(source)).map(({ title }) => title).toSorted(),
  ];
  await admin.documents.put(id, 'a.md', '# Apples\n\nApples cost one.');
  const before = await knowledge();
  // The list of the first document is deleted, because the new one contains it.
  await admin.documents.put(id, 'b.md', '# Bananas\n\nBananas cost two.');
  expect(await found(before)).toEqual([['Bananas'], ['Apples', 'Bananas']]);
  await admin.documents.remove(id, 'b.md');
  const after = await knowledge();
  expect(after.key).toBe(before.key);
  expect(await found(after)).toEqual([[], ['Apples']]);
});
