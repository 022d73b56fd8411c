import { afterEach, expect, test } from 'vitest';
import { ask } from '../support/ports/asking.ts';
import { knowledgeFolder } from '../support/files/knowledge-folder.ts';
import { startModel, type ModelSetup } from './support/model-answerer.ts';
import { searches, SHOP } from './support/searching.ts';

const knowledgeDir = knowledgeFolder(SHOP);

let model: ModelSetup;
afterEach(() => model.close());

const start = async (options: Parameters<typeof startModel>[0] = {}) =>
  (model = await startModel({ knowledgeDir, wholeKnowledgeTokens: 0, ...options }));

const RETURNS = 'How do I return an order?';
const FOUND = '<document number="2">\nHelp › Guarantee on frames\n\nSteel lasts ten years.\n</document>';
const call = { id: 'call_9', name: 'search_documents', arguments: ['{"query":', '"guarantee"}'] };

/** The part of the second call that the first does not have. */
function added(list: 'input' | 'messages'): unknown[] {
  const [first, second] = model.server.requests.map(({ body }) => body);
  const [before, after] = [first?.[list], second?.[list]];
  if (!Array.isArray(before) || !Array.isArray(after)) throw new Error('Both are lists.');
  expect(after.slice(0, before.length)).toEqual(before);
  expect({ ...second, [list]: before }).toEqual(first);
  return after.slice(before.length);
}

test('the Responses API is sent its own output items without ids, followed by the tool results', async () => {
  await start({ api: 'responses', effort: 'low' });
  model.server.script(
    { deltas: ['Let me see.'], reasoning: 'gAAAA', toolCall: call },
    { deltas: ['Ten years.'] },
  );
  await ask(model.answerer, RETURNS);
  expect(added('input')).toEqual([
    { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' },
    {
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }],
    },
    {
      type: 'function_call',
      call_id: 'call_9',
      name: 'search_documents',
      arguments: '{"query":"guarantee"}',
      status: 'completed',
    },
    { type: 'function_call_output', call_id: 'call_9', output: FOUND },
  ]);
  expect(model.server.stored).toEqual([]);
});

test('reasoning without encrypted content is not sent back, because it is not stored', async () => {
  await start({ api: 'responses', model: 'unknown-model' });
  model.server.script({ reasoning: 'gAAAA', toolCall: call }, { deltas: ['Ten years.'] });
  expect((await ask(model.answerer, RETURNS)).text).toBe('Ten years.');
  expect(added('input')).toMatchObject([{ type: 'function_call' }, { type: 'function_call_output' }]);
});

test('Chat Completions is sent the tool calls with their results', async () => {
  await start({ api: 'chat-completions' });
  model.server.script({ toolCall: call }, { deltas: ['Ten years.'] });
  await ask(model.answerer, RETURNS);
  expect(added('messages')).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id: 'call_9',
          type: 'function',
          function: { name: 'search_documents', arguments: '{"query":"guarantee"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'call_9', content: FOUND },
  ]);
});

test('a server of open models is sent arguments that its templates can parse, and the text before the call', async () => {
  await start({ api: 'chat-completions', behaves: 'open', model: 'llama3.3' });
  model.server.script(
    { deltas: ['Let me see.'], toolCall: { ...call, arguments: ['{"query": guar'] } },
    { deltas: ['Within 30 days.'] },
  );
  await ask(model.answerer, RETURNS);
  expect(added('messages')).toMatchObject([
    { content: 'Let me see.', tool_calls: [{ function: { arguments: '{}' } }] },
    { role: 'tool', content: expect.stringContaining('must be JSON') },
  ]);
});

test('the search tool is listed after the tool that requests a person', async () => {
  await start();
  model.server.script(searches('guarantee'), { deltas: ['Ten years.'] });
  await ask(model.answerer, RETURNS);
  expect(model.server.requests[0]?.body['tools']).toMatchObject([
    { name: 'request_human' },
    {
      type: 'function',
      name: 'search_documents',
      strict: false,
      parameters: { required: ['query'], properties: { query: { type: 'string' } } },
    },
  ]);
});
