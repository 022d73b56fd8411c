import { beforeEach, describe, expect, test } from 'vitest';
import type { AssistantEdit, StoredAssistant } from '../../src/assistants/records/assistant.ts';
import { AppError } from '../../src/core/errors.ts';
import {
  assistantProfiles,
  TTL_MS,
  personaOf,
  type AssistantProfiles,
} from '../../src/assistants/assistant-profiles.ts';
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
const stored = (name: string, more: Partial<StoredAssistant> = {}): StoredAssistant => ({
  ...ADA,
  tag: '"1"',
  live: { revision: '1', documentsKey: `documents of ${name}` },
  history: [],
  name,
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

let clock: ManualClock;
let assistants: Map<string, StoredAssistant>;
/** Records that another instance has just stored, and that lists do not have yet. */
let unlisted: Map<string, StoredAssistant>;
let read: string[];
let fails: boolean;
let profiles: AssistantProfiles;
const recordOf = (id: string, value: StoredAssistant) => ({ id, value, version: '1' });

beforeEach(() => {
  clock = manualClock();
  assistants = new Map([
    ['mia', stored('Mia')],
    ['bo', stored('Bo', { knowledge: { kind: 'documents' } })],
    ['default', stored('Ada')],
  ]);
  unlisted = new Map();
  read = [];
  fails = false;
  const unavailable = () => Promise.reject(new AppError('store-unavailable'));
  profiles = assistantProfiles({
    records: {
      find(id) {
        read.push(id);
        if (fails) return unavailable();
        const value = assistants.get(id) ?? unlisted.get(id);
        return Promise.resolve(value && recordOf(id, value));
      },
      list() {
        read.push('the list');
        return fails
          ? unavailable()
          : Promise.resolve(Array.from(assistants, ([id, value]) => recordOf(id, value)));
      },
    },
    live: {
      knowledge: ({ value }) =>
        Promise.resolve({
          kind: 'documents',
          key: value.live.documentsKey,
          documents: () => Promise.resolve([]),
        }),
    },
    clock,
  });
});
const nameOf = async (id?: string) => (await profiles.profileFor(id)).name;

describe('the assistant that answers', () => {
  test.each([
    ['no assistant is named and no default was chosen', undefined, undefined, 'Ada', ['the list']],
    ['no assistant is named', undefined, 'mia', 'Mia', ['the list']],
    ['the assistant of the settings is named', 'default', 'mia', 'Ada', ['the list']],
    ['another assistant is named', 'mia', undefined, 'Mia', ['the list']],
    ['a deleted assistant is named', 'gone', 'mia', 'Mia', ['the list', 'gone']],
    ['an assistant that another instance created is named', 'new', 'mia', 'New', ['the list', 'new']],
  ])('is chosen when %s', async (_, id, choice, name, expected) => {
    if (choice !== undefined) assistants.set(choice, stored('Mia', { chosenAt: AT }));
    unlisted.set('new', stored('New'));
    expect(await nameOf(id)).toBe(name);
    expect(read).toEqual(expected);
  });

  test('is the one that was made the default last', async () => {
    assistants.set('mia', stored('Mia', { chosenAt: '2026-11-20T17:24:00.001Z' }));
    assistants.set('bo', stored('Bo', { chosenAt: AT }));
    expect(await nameOf()).toBe('Mia');
  });
});

test('documents of an assistant are used in addition to its folder', async () => {
  const { knowledge } = await profiles.profileFor('mia');
  expect(knowledge).toMatchObject({ kind: 'folder', folder: '', added: { key: 'documents of Mia' } });
});

describe('the list of assistants', () => {
  test('is read once for all assistants, and again after 15 seconds', async () => {
    await Promise.all([nameOf('mia'), nameOf('mia'), nameOf()]);
    clock.advance(TTL_MS - 1);
    assistants.set('mia', stored('Mia the Second'));
    expect(await nameOf('mia')).toBe('Mia');
    expect(read).toEqual(['the list']);
    clock.advance(1);
    expect(await nameOf('mia')).toBe('Mia the Second');
  });

  test('is read again by the next turn after this instance has changed it', async () => {
    await nameOf('mia');
    assistants.set('mia', stored('Mia the Second'));
    profiles.forget();
    expect(await nameOf('mia')).toBe('Mia the Second');
  });

  test('is read again by the next turn after a read has failed', async () => {
    fails = true;
    expect(await refusal(nameOf('mia'))).toBe('store-unavailable');
    expect(await refusal(nameOf())).toBe('store-unavailable');
    fails = false;
    expect(await nameOf('mia')).toBe('Mia');
    expect(await nameOf()).toBe('Ada');
  });

  test('that was requested before a change is not cached after it', async () => {
    const before = nameOf('mia');
    assistants.set('mia', stored('Mia the Second'));
    profiles.forget();
    await before;
    expect(await nameOf('mia')).toBe('Mia the Second');
  });
});

test('the knowledge of an assistant is its folder, its documents, or empty', async () => {
  assistants.set('shop', stored('Shop', { knowledge: { kind: 'folder', folder: 'shop' } }));
  expect((await profiles.profileFor('shop')).knowledge).toMatchObject({ kind: 'folder', folder: 'shop' });
  expect((await profiles.profileFor('bo')).knowledge).toMatchObject({
    kind: 'documents',
    key: 'documents of Bo',
  });
  const draft = await profiles.resolve({ ...ADA, knowledge: { kind: 'documents' } }, undefined);
  expect(draft.knowledge.kind === 'documents' && (await draft.knowledge.documents())).toEqual([]);
});

test('the persona names a model only if the assistant has one', async () => {
  expect(personaOf(await profiles.profileFor('mia'))).toMatchObject({
    assistantName: 'Mia',
    instructions: 'Be brief.',
    knowledge: { kind: 'folder', folder: '' },
    handoff: 'when-unsure',
  });
  assistants.set('gpt', stored('Gpt', { model: 'gpt-other' }));
  expect(personaOf(await profiles.profileFor('gpt'))).toMatchObject({ model: 'gpt-other' });
});
