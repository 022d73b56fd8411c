import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { chatCompletions } from '../../src/adapters/model/chat-completions.ts';
import { visibleText } from '../../src/adapters/model/hidden-text.ts';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { ask, question } from '../support/ports/asking.ts';
import { freshFixture } from '../support/fixtures.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel } from './support/model-answerer.ts';
import { SHOP } from './support/searching.ts';

const knowledgeDir = knowledgeFolder(SHOP);

function shown(pieces: readonly string[], startsHidden = false): string {
  const visible = visibleText(startsHidden);
  return pieces.map((piece) => visible.push(piece)).join('') + visible.end();
}

test.each([
  ['<think>A plan.</think>Thirty days.', 'Thirty days.'],
  ['<thinking>A plan.</thinking>Thirty days.', 'Thirty days.'],
  ['Yes.<think>A plan.</think> Thirty days.', 'Yes. Thirty days.'],
  ['<think>One.</think>Yes.<think>Two.</think>No.', 'Yes.No.'],
  ['<tool_call>\n{"name": "search"}\n</tool_call>', ''],
  ['<think>No end', ''],
  ['<think>It says </tool_call> inside.</think>Yes.', 'Yes.'],
  ['Use a < b and <b>bold</b> here <', 'Use a < b and <b>bold</b> here <'],
])('of %j the visitor sees %j, wherever the stream is split', (text, expected) => {
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
      const at = [0, ...cuts.toSorted((one, other) => one - other), text.length];
      expect(shown(at.slice(1).map((end, n) => text.slice(at[n], end)))).toBe(expected);
    }),
  );
});

test('a thinking block that the chat template opened ends at its closing tag; a reply without a tag is shown whole', () => {
  expect(shown(['A plan.', '</think>', 'Thirty days.'], true)).toBe('Thirty days.');
  expect(shown(['Thirty ', 'days.'], true)).toBe('Thirty days.');
});

test('text in a list of content parts is read without its thinking parts', () => {
  const reader = chatCompletions.reader();
  const take = (content: unknown) => reader.take(JSON.stringify({ choices: [{ delta: { content } }] }));
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'A plan.' }] }];
  expect(take(thinking)).toBe('');
  expect(take([{ type: 'text', text: 'Thirty ' }])).toBe('Thirty ');
  expect(take('days.')).toBe('days.');
});

describe.each(MODEL_APIS)('by the API %s', (api) => {
  const model = freshFixture(() => startModel({ api, knowledgeDir }));

  it('text that a model writes to itself is neither streamed nor stored', async () => {
    model.server.script({ deltas: ['<think>', 'A secret plan.', '\n</think>', '\n\n', 'Thirty ', 'days.'] });
    const { text, results } = await ask(model.answerer, 'How long?');
    expect(text).toBe('Thirty days.');
    expect(results[0]).not.toHaveProperty('content');
  });

  it('thinking text that was already streamed is removed, and the next reply is held back until its tag', async () => {
    const opened = { deltas: ['A secret plan.', '\n</think>\n\n', 'Thirty days.'] };
    model.server.script(opened, opened);
    const first = await ask(model.answerer, 'How long?');
    expect(first.results[0]?.content).toBe('Thirty days.');
    const next = await ask(model.answerer, 'How long?');
    expect(next.text).toBe('Thirty days.');
  });

  it('text is streamed again after a reply without the tag', async () => {
    const opened = { deltas: ['A secret plan.', '\n</think>\n\n', 'Thirty days.'] };
    const plain = { deltas: ['Thirty ', 'days.'] };
    model.server.script(opened, plain, { ...plain, hang: 1 });
    await ask(model.answerer, 'How long?');
    expect((await ask(model.answerer, 'How long?')).deltas).toEqual(['Thirty days.']);
    const heard: string[] = [];
    const abort = new AbortController();
    const onText = (piece: string) => heard.push(piece);
    const asked = model.answerer.answer(question('How long?'), abort.signal, onText, () => undefined);
    await expect.poll(() => heard).toEqual(['Thirty ']);
    abort.abort(new Error('The visitor has gone.'));
    await expect(asked).rejects.toThrow('gone');
  });

  it('sections that were cited only in removed text are not sources of the answer', async () => {
    model.server.script({ deltas: ['Perhaps [1], or [', '2]?', '</think>', 'Thirty days [2].'] });
    const { results } = await ask(model.answerer, 'How do I return an order, and what of the guarantee?');
    expect(results[0]?.content).toBe('Thirty days [1].');
    expect(results[0]?.sources).toHaveLength(1);
  });

  it('a reply that is only a tool call written as text is empty, and the model is asked again', async () => {
    const written = { deltas: ['<tool_call>\n{"name": "search_documents"}\n</tool_call>'] };
    model.server.script(written, { deltas: ['Thirty days.'] });
    const asked = ask(model.answerer, 'How long?');
    await expect.poll(() => model.recorded.length).toBe(1);
    await expect.poll(() => model.clock.sleeping()).toBe(2);
    model.clock.advance(1000);
    expect((await asked).text).toBe('Thirty days.');
  });
});
