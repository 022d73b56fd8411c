import { describe, expect, test } from 'vitest';
import { MAX_DOCUMENTS } from '../../src/domain/assistants.ts';
import type { KnowledgeSource, Ledger } from '../../src/ports.ts';
import {
  assistantDocuments,
  type AssistantDocuments,
} from '../../src/services/assistants/assistant-documents.ts';
import { assistantRecords } from '../../src/services/assistants/assistant-records.ts';
import { assistants, type Assistants } from '../../src/services/assistants/assistants.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/ports/heard-telemetry.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/real-random.ts';
import { refusal } from '../support/refusal.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';

const MIA = {
  name: 'Mia',
  instructions: 'You are Mia.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
  isDefault: false,
} as const;

const store = freshFixture(() => openSqlite());

/** The assistants over a ledger, as one instance has them. */
function open(ledger: Ledger = store.ledger): { agents: Assistants; documents: AssistantDocuments } {
  const shared = { ledger, clock: realClock, random: realRandom, telemetry: heardTelemetry(), first: MIA };
  const records = assistantRecords(shared);
  const documents = assistantDocuments({ ...shared, records });
  const agents = assistants({
    ...shared,
    records,
    documents,
    profiles: { forget: () => undefined },
    usedBy: () => Promise.resolve([]),
  });
  return { agents, documents };
}

const textsOf = async (source: KnowledgeSource) =>
  source.kind === 'documents' ? (await source.documents()).map(({ markdown }) => markdown).sort() : [];

describe('uploads', () => {
  test('of many at once are all there', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create(MIA);
    const names = Array.from({ length: 12 }, (_, n) => `${n}.md`);
    await Promise.all(names.map((name) => agents.putDocument(id, name, name)));
    expect((await agents.find(id))?.documents).toHaveLength(names.length);
    expect(await textsOf(await documents.source(id))).toEqual(names.toSorted());
  });

  test('of one name at once leave one of them', async () => {
    const { agents, documents } = open();
    const { id } = await agents.create(MIA);
    await Promise.all(['one', 'two', 'three'].map((text) => agents.putDocument(id, 'a.md', text)));
    expect((await agents.find(id))?.documents).toHaveLength(1);
    expect(await textsOf(await documents.source(id))).toHaveLength(1);
  });

  test('end at fifty, but one of a known name still takes its place', async () => {
    const { agents } = open();
    const { id } = await agents.create(MIA);
    for (let n = 0; n < MAX_DOCUMENTS; n++) await agents.putDocument(id, `${n}.md`, 'x');
    expect(await refusal(agents.putDocument(id, 'more.md', 'x'))).toBe('validation-failed');
    expect((await agents.putDocument(id, '7.md', 'longer')).documents).toHaveLength(MAX_DOCUMENTS);
  });

  test('for an AI agent that is removed meanwhile leave nothing behind', async () => {
    const { agents } = open();
    const { id } = await agents.create(MIA);
    const removedMeanwhile: Ledger = {
      ...store.ledger,
      async write(kind, key, value, expected) {
        if (kind === 'assistants') await agents.remove(id);
        return await store.ledger.write(kind, key, value, expected);
      },
    };
    const upload = open(removedMeanwhile).agents.putDocument(id, 'a.md', 'x');
    expect(await refusal(upload)).toBe('assistant-not-found');
    expect(await store.ledger.list('assistant-documents')).toEqual([]);
    expect(await store.ledger.list(`documents-${id}`)).toEqual([]);
  });
});

test('a source has another key after each change, and a text that is not listed does not count', async () => {
  const { agents, documents } = open();
  const { id } = await agents.create(MIA);
  const keys = new Set<string>();
  const look = async () => {
    const source = await documents.source(id);
    keys.add(source.key);
    return await textsOf(source);
  };
  expect(await look()).toEqual([]);
  await agents.putDocument(id, 'a.md', 'one');
  expect(await look()).toEqual(['one']);
  await agents.putDocument(id, 'a.md', 'two');
  expect(await look()).toEqual(['two']);
  await store.ledger.write(`documents-${id}`, 'b.md', { name: 'b.md', markdown: 'unlisted' }, 'absent');
  expect(await look()).toEqual(['two']);
  await agents.removeDocument(id, 'a.md');
  expect(await look()).toEqual([]);
  // Without documents there is one key, which all assistants share.
  expect(keys.size).toBe(3);
});

test('removing an AI agent removes its documents and its listing', async () => {
  const { agents } = open();
  const { id } = await agents.create(MIA);
  await agents.putDocument(id, 'a.md', 'x');
  await agents.remove(id);
  expect(await store.ledger.list('assistants')).toEqual([]);
  expect(await store.ledger.list('assistant-documents')).toEqual([]);
  expect(await store.ledger.list(`documents-${id}`)).toEqual([]);
});

test('two who choose another default at once leave one default', async () => {
  const { agents } = open();
  const made = await Promise.all([agents.create(MIA), agents.create({ ...MIA, name: 'Bo' })]);
  await Promise.all(made.map(({ id }) => agents.update(id, { ...MIA, isDefault: true })));
  expect((await agents.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1);
});

test('the first one is the default where the one that was chosen is gone', async () => {
  const { agents } = open();
  await store.ledger.write('assistant-default', 'global', { assistantId: 'gone' }, 'absent');
  expect(await agents.list()).toMatchObject([{ id: 'default', isDefault: true }]);
  expect(await agents.find('default')).toMatchObject({ isDefault: true });
});
