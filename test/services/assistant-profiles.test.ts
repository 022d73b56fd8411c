import { beforeEach, describe, expect, test } from 'vitest';
import type { AssistantEdit, StoredAssistant } from '../../src/domain/records/assistant.ts';
import { AppError } from '../../src/domain/errors.ts';
import {
  assistantProfiles,
  TTL_MS,
  personaOf,
  type AssistantProfiles,
} from '../../src/services/assistants/assistant-profiles.ts';
import { manualClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';

const ADA: AssistantEdit = {
  name: 'Ada',
  instructions: 'Be brief.',
  greeting: '',
  knowledge: { kind: 'folder', folder: '' },
  handoff: 'when-unsure',
};
const AT = '2026-11-20T17:24:00.000Z';
const stored = (name: string, more: Partial<AssistantEdit> = {}): StoredAssistant => ({
  ...ADA,
  name,
  ...more,
  createdAt: AT,
  updatedAt: AT,
});

let clock: ManualClock;
let assistants: Map<string, StoredAssistant>;
let chosen: string;
let read: string[];
/** Whose documents were read. */
let documentsOf: string[];
let fails: boolean;
let profiles: AssistantProfiles;
beforeEach(() => {
  clock = manualClock();
  assistants = new Map([
    ['mia', stored('Mia')],
    ['bo', stored('Bo', { knowledge: { kind: 'documents' } })],
    ['default', stored('Ada')],
  ]);
  chosen = 'default';
  read = [];
  documentsOf = [];
  fails = false;
  profiles = assistantProfiles({
    records: {
      find(id) {
        read.push(id);
        if (fails) return Promise.reject(new AppError('store-unavailable'));
        const value = assistants.get(id);
        return Promise.resolve(value && { id, value, etag: '"1"' });
      },
      chosen() {
        read.push('the choice');
        return fails ? Promise.reject(new AppError('store-unavailable')) : Promise.resolve(chosen);
      },
    },
    documents: {
      source(id) {
        documentsOf.push(id);
        return Promise.resolve({ kind: 'documents', key: id, documents: () => Promise.resolve([]) });
      },
    },
    clock,
  });
});
const nameOf = async (id?: string) => (await profiles.profileFor(id)).name;

describe('who answers', () => {
  test.each([
    ['nobody is named and nobody was chosen', undefined, 'default', 'Ada', ['the choice', 'default']],
    ['nobody is named', undefined, 'mia', 'Mia', ['the choice', 'mia']],
    ['the first one is named', 'default', 'mia', 'Ada', ['default']],
    ['one is named', 'mia', 'default', 'Mia', ['mia']],
    ['one is named that is gone', 'gone', 'mia', 'Mia', ['gone', 'the choice', 'mia']],
    ['the one that was chosen is gone', undefined, 'gone', 'Ada', ['the choice', 'gone', 'default']],
  ])('where %s', async (_, id, choice, name, expected) => {
    chosen = choice;
    expect(await nameOf(id)).toBe(name);
    expect(read).toEqual(expected);
  });
});

test('the documents that were added to a folder are read with the assistant, and not again', async () => {
  const { knowledge } = await profiles.profileFor('mia');
  expect(knowledge).toMatchObject({ kind: 'folder', folder: '', added: { key: 'mia' } });
  expect((await profiles.profileFor(undefined)).knowledge).toMatchObject({ added: { key: 'default' } });
  await profiles.profileFor('mia');
  expect(documentsOf).toEqual(['mia', 'default']);
});

describe('the ledger', () => {
  test('is asked by one turn for each AI agent, and again after fifteen seconds', async () => {
    await Promise.all([nameOf('mia'), nameOf('mia'), nameOf()]);
    clock.advance(TTL_MS - 1);
    assistants.set('mia', stored('Mia the Second'));
    expect(await nameOf('mia')).toBe('Mia');
    expect(read).toEqual(['mia', 'the choice', 'default']);
    clock.advance(1);
    expect(await nameOf('mia')).toBe('Mia the Second');
  });

  test('is asked again at once after a change of one’s own', async () => {
    await nameOf('mia');
    assistants.set('mia', stored('Mia the Second'));
    profiles.forget();
    expect(await nameOf('mia')).toBe('Mia the Second');
  });

  test('is asked again by the next turn where it could not be read', async () => {
    fails = true;
    expect(await refusal(nameOf('mia'))).toBe('store-unavailable');
    expect(await refusal(nameOf())).toBe('store-unavailable');
    fails = false;
    expect(await nameOf('mia')).toBe('Mia');
    expect(await nameOf()).toBe('Ada');
  });

  test('what was on its way before a change is not kept after it', async () => {
    const before = nameOf('mia');
    assistants.set('mia', stored('Mia the Second'));
    profiles.forget();
    await before;
    expect(await nameOf('mia')).toBe('Mia the Second');
  });
});

test('the knowledge is that of the AI agent: its folder, its documents, or none yet', async () => {
  assistants.set('shop', stored('Shop', { knowledge: { kind: 'folder', folder: 'shop' } }));
  expect((await profiles.profileFor('shop')).knowledge).toMatchObject({ kind: 'folder', folder: 'shop' });
  expect((await profiles.profileFor('bo')).knowledge).toMatchObject({ kind: 'documents', key: 'bo' });
  const draft = await profiles.resolve({ ...ADA, knowledge: { kind: 'documents' } }, undefined);
  expect(draft.knowledge.kind === 'documents' && (await draft.knowledge.documents())).toEqual([]);
});

test('the assistant is told of a model only where one is named', async () => {
  expect(personaOf(await profiles.profileFor('mia'))).toMatchObject({
    assistantName: 'Mia',
    instructions: 'Be brief.',
    knowledge: { kind: 'folder', folder: '' },
    handoff: 'when-unsure',
  });
  assistants.set('gpt', stored('Gpt', { model: 'gpt-other' }));
  expect(personaOf(await profiles.profileFor('gpt'))).toMatchObject({ model: 'gpt-other' });
});
