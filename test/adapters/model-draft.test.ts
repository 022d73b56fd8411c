import { describe, expect, test } from 'vitest';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';

const SHOP = `# Help

## Returning an order
Send it back within 30 days.
`;

describe('a draft that a model writes for an agent', () => {
  const knowledgeDir = knowledgeFolder({ 'help.md': SHOP });
  const model = freshFixture(() => startModel({ knowledgeDir }));

  const draft = (content: string) =>
    ask(model.answerer, question(content, { purpose: 'draft', instructions: 'Write the next message.' }));

  test('is written from the documents, without the tool and without the rules for visitors', async () => {
    model.server.script({ deltas: ['Within 30 days.'] });
    await draft('How do I return my order?');
    const sent = JSON.stringify(model.server.requests.at(-1)?.body);
    expect(sent).toContain('Write the next message.');
    expect(sent).toContain('Send it back within 30 days.');
    expect(sent).not.toContain('request_human');
    expect(sent).not.toContain('Talk to a person');
    expect(sent).not.toContain('You are Ada');
  });

  test('counts as answered even if no document fits, and its text is not changed', async () => {
    model.server.script({ deltas: ['Thanks, see [1] below.'] });
    expect(await draft('xyzzy')).toMatchObject({
      text: 'Thanks, see [1] below.',
      results: [{ answered: true, sources: [] }],
    });
  });

  test('does not remove the tool from later answers to visitors', async () => {
    model.server.script({ deltas: ['A draft.'] });
    await draft('How do I return my order?');
    await ask(model.answerer, 'How do I return my order?');
    expect(JSON.stringify(model.server.requests.at(-1)?.body)).toContain('request_human');
  });
});
