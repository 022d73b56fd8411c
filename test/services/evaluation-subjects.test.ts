import { expect, test } from 'vitest';
import type { AssistantEdit } from '../../src/domain/records/assistant.ts';
import type { KnowledgeSource, StoredDocuments } from '../../src/ports.ts';
import { evaluationSubjects } from '../../src/services/assistants/evaluation-subjects.ts';
import { EDIT } from './support/evaluation-instance.ts';

const AT = '2026-11-20T17:24:00.000Z';
const documents = (key: string): StoredDocuments => ({
  kind: 'documents',
  key,
  documents: () => Promise.resolve([{ name: 'answers.md', markdown: key }]),
});

/** The subjects of an assistant with a folder, a candidate of it, and answers of this key. */
function subjects(answersKey: string) {
  const about = { id: 'default', etag: '"1"', builtIn: true, isDefault: true, documents: [], usedBy: 0 };
  const resolve = ({ knowledge, ...edit }: AssistantEdit) => {
    const source: KnowledgeSource =
      knowledge.kind === 'folder' ? { ...knowledge, added: documents(answersKey) } : documents('own');
    return Promise.resolve({ ...edit, knowledge: source });
  };
  return evaluationSubjects({
    assistants: { find: () => Promise.resolve({ ...about, ...EDIT, updatedAt: AT }) },
    candidates: {
      find: () =>
        Promise.resolve({
          edit: { ...EDIT, instructions: 'Be kind.' },
          documents: [],
          updatedAt: AT,
          outdated: false,
          etag: '',
        }),
      source: () => Promise.resolve(documents('candidate')),
    },
    profiles: { resolve },
  });
}

test('a changed version of an assistant with a folder is evaluated with the answers that were added', async () => {
  const { profile } = await subjects('one')({ assistantId: 'default', subject: 'candidate' });
  expect(profile).toMatchObject({
    instructions: 'Be kind.',
    knowledge: { kind: 'folder', added: { key: 'one' } },
  });
});

test.each(['live', 'candidate'] as const)(
  'an answer that is added changes the fingerprint of the %s assistant with a folder',
  async (subject) => {
    const of = async (key: string) => (await subjects(key)({ assistantId: 'default', subject })).fingerprint;
    expect(await of('one')).toBe(await of('one'));
    expect(await of('two')).not.toBe(await of('one'));
  },
);
