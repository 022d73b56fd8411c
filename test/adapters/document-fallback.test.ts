import { describe, expect, test } from 'vitest';
import { knowledgeAnswerer } from '../../src/adapters/scripted/answerer.ts';
import { withDocumentFallback } from '../../src/adapters/scripted/document-fallback.ts';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { ask, question } from '../support/ports/asking.ts';
import { startModel } from './support/model-answerer.ts';
import { knowledgeIn } from './support/knowledge.ts';

const HELP = '---\nurl: https://shop.example/help\n---\n# Help\n\n## Returns\nSend it back within 30 days.\n';
const status = (code: number, headers = {}): ScriptedReply => ({
  error: { status: code, body: { error: { message: 'No', code: null } }, headers },
});
const documents = knowledgeAnswerer({ knowledge: knowledgeIn(knowledgeFolder({ 'help.md': HELP })) });

describe.each(['responses', 'chat-completions'] as const)('when a model fails, by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api }));
  const assistant = () => withDocumentFallback(model.answerer, documents);

  test.each([
    ['a used-up quota', status(429, { 'retry-after': '60' }), 'rate-limited'],
    ['a rejected key', status(401), 'access-denied'],
    ['a question that is refused', status(400), 'refused'],
  ])(
    'with %s, the visitor gets the best section and the offer of a person',
    async (_what, failure, reason) => {
      model.server.script(failure);
      const { text, results } = await ask(assistant(), 'How do returns work?');
      expect(text).toBe(
        'From our documents, this may help:\n\n**Returns**\n\nSend it back within 30 days.\n\n- Talk to a person',
      );
      expect(results).toMatchObject([
        {
          model: 'knowledge',
          sources: [{ title: 'Returns', url: 'https://shop.example/help' }],
          basis: { quoted: true, failure: reason },
        },
      ]);
    },
  );

  test('an answer that has begun is not replaced by a section', async () => {
    model.server.script({ deltas: ['You can '], die: 1 });
    const { text, failure } = await ask(assistant(), 'How do returns work?');
    expect(text).toBe('You can ');
    expect(failure).toBe('assistant-unavailable: broken-stream');
  });

  test('a draft is not replaced by a section, and its agent gets the failure', async () => {
    model.server.script(status(401));
    const asked = question('How do returns work?', { purpose: 'draft' });
    expect((await ask(assistant(), asked)).failure).toBe('assistant-unavailable: access-denied');
  });
});

test('when the model fails and the documents have no answer, the assistant says so and offers a person', async () => {
  const model = await startModel();
  model.server.script(status(401));
  const { text, results } = await ask(withDocumentFallback(model.answerer, documents), 'Who won the cup?');
  await model.close();
  expect(text).toContain('I could not find an answer');
  expect(results).toMatchObject([{ answered: false, basis: { quoted: false, failure: 'access-denied' } }]);
});
