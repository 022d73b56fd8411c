import { afterEach, describe, expect, test } from 'vitest';
import { openaiModel } from '../../src/adapters/model/openai.ts';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import { ask, question } from '../support/ports/asking.ts';
import { MODEL, startModel, type ModelSetup } from './support/model-answerer.ts';

let model: ModelSetup;
afterEach(() => model.close());

const start = async (options: Parameters<typeof startModel>[0] = {}) => (model = await startModel(options));
const sent = () => model.server.requests.at(-1);

test('the Responses API is sent instructions, input, the tool, a token limit and store: false', async () => {
  await start({ api: 'responses', maxOutputTokens: 700 });
  await ask(model.answerer, 'Opening hours?');
  expect(sent()?.path).toBe('/v1/responses');
  expect(sent()?.headers).toMatchObject({ authorization: 'Bearer none', 'accept-encoding': 'identity' });
  expect(sent()?.headers).not.toHaveProperty('openai-organization');
  expect(sent()?.body).toEqual({
    model: MODEL,
    stream: true,
    store: false,
    instructions: expect.stringMatching(/^You are Ada/),
    input: [
      { role: 'system', content: expect.stringContaining('There are no documents yet.') },
      { role: 'user', content: 'Opening hours?' },
    ],
    max_output_tokens: 700,
    reasoning: { effort: 'none' },
    prompt_cache_key: expect.stringMatching(/^[\w-]{32}$/),
    tools: [
      {
        type: 'function',
        name: 'request_human',
        strict: false,
        description: expect.any(String),
        parameters: expect.any(Object),
      },
    ],
  });
});

test('Chat Completions is sent the same in its own fields', async () => {
  await start({ api: 'chat-completions', maxOutputTokens: 700 });
  await ask(model.answerer, 'Opening hours?');
  expect(sent()?.path).toBe('/v1/chat/completions');
  expect(sent()?.body).toEqual({
    model: MODEL,
    stream: true,
    stream_options: { include_usage: true },
    store: false,
    messages: [
      { role: 'system', content: expect.stringMatching(/^You are Ada/) },
      { role: 'system', content: expect.stringContaining('There are no documents yet.') },
      { role: 'user', content: 'Opening hours?' },
    ],
    max_completion_tokens: 700,
    reasoning_effort: 'none',
    prompt_cache_key: expect.stringMatching(/^[\w-]{32}$/),
    tools: [{ type: 'function', function: expect.objectContaining({ name: 'request_human' }) }],
  });
});

test('a server of open models is sent one system message and only parameters that every server knows', async () => {
  await start({ api: 'chat-completions', behaves: 'open', model: 'llama3.3' });
  await ask(model.answerer, 'Opening hours?');
  const { messages, ...rest } = sent()?.body ?? {};
  expect(messages).toMatchObject([{ role: 'system' }, { role: 'user' }]);
  expect(rest).toEqual({
    model: 'llama3.3',
    stream: true,
    stream_options: { include_usage: true },
    store: false,
    max_tokens: 1200,
    tools: expect.any(Array),
  });
});

test('Azure OpenAI is sent a token of the identity and the name of the deployment', async () => {
  await start();
  const tokens = ['first', 'second'];
  const languageModel = openaiModel({
    server: {
      kind: 'azure-openai',
      api: 'responses',
      endpoint: `${model.server.url.replace('/v1', '')}/`,
      deployment: 'assistant',
      token: () => Promise.resolve(tokens.shift() ?? ''),
    },
    maxOutputTokens: 1200,
    clock: model.clock,
    telemetry: { record: () => undefined },
  });
  model.server.script({ deltas: ['Hello.'], model: 'gpt-5.6-luna-2026-07-09' });
  const asked = { model: languageModel.model, messages: [{ role: 'user', content: 'Hello' }] } as const;
  const heard: unknown[] = [];
  for (let call = 1; call <= 2; call++) {
    const { model: answering } = await languageModel.complete(
      asked,
      new AbortController().signal,
      () => undefined,
    );
    heard.push(answering);
  }
  expect(heard).toEqual(['gpt-5.6-luna-2026-07-09', 'gpt-5.6-luna-2026-07-09']);
  expect(model.server.requests).toMatchObject([
    { path: '/openai/v1/responses', headers: { authorization: 'Bearer first' }, model: 'assistant' },
    { headers: { authorization: 'Bearer second' } },
  ]);
  // The name of a deployment says nothing; from the first answer on it is known which model this is.
  expect(model.server.requests.map(({ body }) => body['reasoning'])).toEqual([undefined, { effort: 'none' }]);
});

describe.each(MODEL_APIS)('by the API %s', (api) => {
  test.each([
    ['gpt-5.6-luna', 'none'],
    ['gpt-6-luna-2026-09-22', 'none'],
    ['llama3.3', undefined],
    ['gpt-4.1-mini', undefined],
  ])('%s is asked for its lowest reasoning effort: %s', async (name, effort) => {
    await start({ api, model: name });
    await ask(model.answerer, 'Hello');
    const { reasoning, reasoning_effort } = model.server.requests[0]?.body ?? {};
    expect(reasoning_effort ?? reasoning).toEqual(effort && (api === 'responses' ? { effort } : effort));
  });

  test('a configured effort is sent, and encrypted reasoning is requested because responses are not stored', async () => {
    await start({ api, effort: 'low' });
    await ask(model.answerer, question('Hello', { handoff: 'never' }));
    const { reasoning, reasoning_effort, include } = sent()?.body ?? {};
    expect(reasoning_effort ?? reasoning).toEqual(api === 'responses' ? { effort: 'low' } : 'low');
    expect(include).toEqual(api === 'responses' ? ['reasoning.encrypted_content'] : undefined);
  });

  test('every call asks the provider not to store the response', async () => {
    await start({ api });
    await ask(model.answerer, 'Hello');
    await ask(model.answerer, question('Hello', { purpose: 'draft' }));
    await ask(model.answerer, question('Hello', { handoff: 'never' }));
    model.server.script({ error: { status: 500 } }, { echo: true });
    const repeated = ask(model.answerer, 'Hello');
    await expect.poll(() => model.clock.sleeping()).toBe(2);
    model.clock.advance(1000);
    await repeated;
    expect(model.server.requests).toHaveLength(5);
    for (const { body } of model.server.requests) expect(body).toMatchObject({ store: false });
    expect(model.server.stored).toEqual([]);
  });
});
