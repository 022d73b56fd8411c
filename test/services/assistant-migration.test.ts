import { beforeEach, describe, expect, test } from 'vitest';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { openSqlite } from '../support/stores/sqlite-store.ts';
import { assistantInstance } from './assistant-instance.ts';

const FIRST = {
  name: 'Ada',
  instructions: 'Of the settings.',
  greeting: '',
  knowledge: { kind: 'documents' },
  handoff: 'when-unsure',
} as const;
const AT = '2026-11-20T17:24:00.000Z';
const LATER = '2026-11-20T18:00:00.000Z';
const MIA = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ab';
const TEXT = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ac';
const STAGED = '7b0f6e8e-6a3c-4d5e-9f10-0123456789ad';
const VERSIONS = [
  '00001763659440000-7b0f6e8e-6a3c-4d5e-9f10-0123456789ae'.slice(3),
  '00001763659450000-7b0f6e8e-6a3c-4d5e-9f10-0123456789af'.slice(3),
];
const DAY_MS = 86_400_000;

const store = freshFixture(() => openSqlite());
const clock = freshFixture(() => passingClock());
const open = () => assistantInstance({ ledger: store.ledger, clock, first: FIRST });
const put = async (kind: string, id: string, value: unknown) =>
  await store.ledger.write(kind, id, value, 'absent');
const profile = (name: string, instructions: string) => ({ ...FIRST, name, instructions });

/** The records of an assistant in the release before revisions, written by hand. */
async function storeOld(): Promise<void> {
  const listed = [
    { name: 'a.md', characters: 5, updatedAt: LATER, text: TEXT },
    // Of a still earlier release: the text is under its name.
    { name: 'b.md', characters: 5, updatedAt: AT },
  ];
  await put('assistants', MIA, {
    ...profile('Mia', 'Live.'),
    createdAt: AT,
    updatedAt: LATER,
    revision: '"profile"',
    documents: { documents: listed, version: 'v1' },
  });
  await put(`documents-${MIA}`, TEXT, { name: 'a.md', markdown: 'A new', writtenAt: LATER });
  await put(`documents-${MIA}`, 'b.md', { name: 'b.md', markdown: 'B old' });
  await put(`documents-${MIA}`, 'unlisted', { name: 'c.md', markdown: 'Unlisted', writtenAt: AT });
  await put('assistant-default', 'global', { assistantId: MIA });

  await put('assistant-candidates', MIA, {
    edit: profile('Mia', 'Of the draft.'),
    removed: ['b.md'],
    basedOn: '"profile.default"',
    updatedAt: LATER,
  });
  await put('assistant-documents', `candidate-${MIA}`, {
    documents: [{ name: 'c.md', characters: 7, updatedAt: LATER, text: STAGED }],
  });
  await put(`documents-candidate-${MIA}`, STAGED, { name: 'c.md', markdown: 'C draft', writtenAt: LATER });

  const [older = '', newer = ''] = VERSIONS;
  await put(`assistant-versions-${MIA}`, older, {
    edit: profile('Mia', 'Oldest.'),
    documents: [{ name: 'a.md', characters: 5, updatedAt: AT }],
    replacedAt: AT,
    ofDocuments: false,
  });
  await put(`assistant-version-texts-${MIA}`, `${AT} a.md`, { markdown: 'A old' });
  await put(`assistant-versions-${MIA}`, newer, {
    edit: profile('Mia', 'Older.'),
    documents: [
      { name: 'a.md', characters: 5, updatedAt: AT },
      { name: 'b.md', characters: 5, updatedAt: AT },
    ],
    replacedAt: LATER,
    ofDocuments: true,
  });
}

/** The version that visitors get: the instructions, and the documents. */
async function published(id: string, { live, records } = open()) {
  const record = await records.find(id);
  const texts = record ? await live.source(record).documents() : [];
  return [record?.value.instructions, ...texts.map(({ name, markdown }) => `${name}: ${markdown}`)];
}

describe('an assistant that an earlier release has stored', () => {
  beforeEach(storeOld);

  test('is the same, with its documents, its entity tag and the default', async () => {
    expect(await published(MIA)).toEqual(['Live.', 'a.md: A new', 'b.md: B old']);
    const mia = await open().agents.find(MIA);
    expect(mia).toMatchObject({ isDefault: true, etag: '"profile.default"', createdAt: AT });
    expect(mia?.documents).toMatchObject([
      { name: 'a.md', source: 'files', characters: 5, updatedAt: LATER },
      { name: 'b.md', updatedAt: AT },
    ]);
    expect((await open().agents.list()).map(({ id }) => id)).toEqual(['default', MIA]);
  });

  test('has its draft, which can be published', async () => {
    const { drafts } = open();
    expect(await drafts.find(MIA)).toMatchObject({
      outdated: false,
      edit: { instructions: 'Of the draft.' },
      documents: [
        { name: 'a.md', change: 'none' },
        { name: 'b.md', change: 'removed' },
        { name: 'c.md', change: 'added' },
      ],
    });
    await drafts.publish(MIA);
    expect(await published(MIA)).toEqual(['Of the draft.', 'a.md: A new', 'c.md: C draft']);
  });

  test('has its earlier versions under their ids, with the texts that were kept for them', async () => {
    const { versions } = open();
    const kept = await versions.list(MIA);
    expect(kept.map(({ id, edit }) => [id, edit.instructions])).toEqual([
      [VERSIONS[1], 'Older.'],
      [VERSIONS[0], 'Oldest.'],
    ]);
    await versions.restore(MIA, VERSIONS[1] ?? '');
    expect(await published(MIA)).toEqual(['Older.', 'a.md: A old', 'b.md: B old']);
  });

  test('is converted once, also by two instances at the same time', async () => {
    await Promise.all([open().agents.list(), open().agents.list()]);
    await open().documents.put(MIA, 'a.md', 'A newest');
    expect(await published(MIA)).toEqual(['Live.', 'a.md: A newest', 'b.md: B old']);
    expect(await open().agents.list()).toHaveLength(2);
  });

  test('stays as it was for instances of that release for a day', async () => {
    await open().documents.put(MIA, 'a.md', 'A newest');
    clock.advance(DAY_MS - 1);
    await open().cleanup.run();
    expect(await store.ledger.list(`documents-${MIA}`)).toHaveLength(3);
    clock.advance(2);
    await open().cleanup.run();
    const kinds = [
      'assistants',
      'assistant-default',
      'assistant-documents',
      'assistant-candidates',
      ...['documents-', 'documents-candidate-', 'assistant-versions-', 'assistant-version-texts-'].map(
        (kind) => `${kind}${MIA}`,
      ),
    ];
    for (const kind of kinds) expect([kind, await store.ledger.list(kind)]).toEqual([kind, []]);
    expect(await published(MIA)).toEqual(['Live.', 'a.md: A newest', 'b.md: B old']);
    expect(await open().agents.find(MIA)).toMatchObject({ isDefault: true });
  });

  test('is deleted in both forms, so that it does not come back', async () => {
    await open().agents.update('default', { ...FIRST, isDefault: true });
    await open().agents.remove(MIA);
    await open().cleanup.run();
    expect(await open().agents.list()).toHaveLength(1);
    expect(await store.ledger.list(`documents-${MIA}`)).toEqual([]);
  });

  test('is found if an instance of that release makes it during the update', async () => {
    await open().agents.list();
    const late = MIA.replace('7b0f', 'aaaa');
    await put('assistants', late, { ...profile('Late', 'x'), createdAt: AT, updatedAt: AT });
    await open().cleanup.run();
    expect(await open().agents.find(late)).toMatchObject({ name: 'Late', documents: [] });
  });
});

test('documents of the first assistant, whose profile is still that of the settings', async () => {
  const listed = [{ name: 'answers.md', characters: 9, updatedAt: AT, text: TEXT }];
  await put('assistant-documents', 'default', { documents: listed });
  await put('documents-default', TEXT, { name: 'answers.md', markdown: '# Answers', writtenAt: AT });
  const first = await open().agents.find('default');
  expect(first).toMatchObject({ name: 'Ada', isDefault: true, documents: [{ source: 'answers' }] });
  expect(first).not.toHaveProperty('updatedAt');
  const { agents } = assistantInstance({ ledger: store.ledger, clock, first: { ...FIRST, name: 'Eve' } });
  expect(await agents.find('default')).toMatchObject({ name: 'Eve' });
});

test('a document of the old form that cannot be read hides no other assistant', async () => {
  await storeOld();
  await put('assistants', 'broken', { name: 7 });
  expect(await open().agents.list()).toHaveLength(2);
});
