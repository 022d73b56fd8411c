import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MODEL_APIS } from '../../src/spending/rules/models.ts';
import type { ScriptedReply } from '../fakes/model/script.ts';
import { ask, question } from '../support/ports/asking.ts';
import { MODEL, startModel, type ModelSetup } from './support/model-answerer.ts';

let model: ModelSetup;
afterEach(() => model.close());

const ANSWER: ScriptedReply = { deltas: ['Here I am.'] };
const HOUR = 3_600_000;
const refuses = (param: string | null, message = 'Unsupported.', status = 400): ScriptedReply => ({
  error: { status, body: { error: { message, type: 'invalid_request_error', param, code: null } } },
});
const tools = () => model.server.requests.map((call) => call.tools.length);
const reductions = () => model.recorded.filter(({ type }) => type === 'model-reduced');

describe.each(MODEL_APIS)('a model that refuses a parameter, by the API %s', (api) => {
  beforeEach(async () => {
    model = await startModel({ api });
  });

  test('is immediately asked again without it, and with it again after an hour', async () => {
    model.server.script(refuses('tools'), ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    expect(tools()).toEqual([1, 0]);
    model.clock.advance(HOUR - 1);
    await ask(model.answerer, 'Hello');
    expect(tools()).toEqual([1, 0, 0]);
    model.clock.advance(1);
    await ask(model.answerer, 'Hello');
    expect(tools()).toEqual([1, 0, 0, 1]);
    expect(model.languageModel.state().reduced).toEqual([]);
  });

  test('is reported with only the names of the model and the parameter, and shown in the state', async () => {
    model.server.script(refuses('tools', 'A visitor wrote: my secret'), ANSWER);
    await ask(model.answerer, 'Hello');
    await ask(model.answerer, 'Hello');
    expect(reductions()).toEqual([{ type: 'model-reduced', model: MODEL, parameter: 'tools' }]);
    expect(model.languageModel.state()).toEqual({ model: MODEL, hasAnswered: true, reduced: ['tools'] });
  });

  test('is sent every other parameter', async () => {
    model.server.script(refuses('prompt_cache_key'), ANSWER);
    await ask(model.answerer, 'Hello');
    const [{ prompt_cache_key, ...first } = {}, second] = model.server.requests.map(({ body }) => body);
    expect(prompt_cache_key).toBeTypeOf('string');
    expect(second).toEqual(first);
  });

  test('that also refuses the reduced request fails as refused', async () => {
    model.server.script(refuses('tools'), refuses('tools'));
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: refused');
    expect(model.server.requests).toHaveLength(2);
  });

  test('can refuse several parameters, one after the other', async () => {
    model.server.script(refuses('tools'), refuses('prompt_cache_key'), ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    expect(model.languageModel.state().reduced).toEqual(['tools', 'prompt_cache_key']);
  });

  test.each([[null], ['messages'], ['input'], ['temperature'], ['__proto__']])(
    'is sent every parameter if the server names %j',
    async (param) => {
      model.server.script(refuses(param, 'The context is too long for these tools.'), ANSWER);
      expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: refused');
      expect(tools()).toEqual([1]);
      await ask(model.answerer, 'Hello');
      expect(tools()).toEqual([1, 1]);
      expect(reductions()).toEqual([]);
    },
  );

  test('does not reduce requests for another model of the same server', async () => {
    model.server.script(refuses('tools'), ANSWER);
    await ask(model.answerer, question('May I?', { model: 'small' }));
    await ask(model.answerer, question('May I?', { model: 'small' }));
    await ask(model.answerer, 'May I?');
    expect(tools()).toEqual(api === 'responses' ? [1, 0, 0, 1] : tools());
    expect(model.server.requests.at(-1)).toMatchObject({ model: MODEL, tools: ['request_human'] });
  });

  test('still hands off: the prompt names the button, and a visitor who asks for a person gets one', async () => {
    model.server.script(refuses('tools'), { deltas: ['Choose the button.'] });
    const { results } = await ask(model.answerer, 'I want to talk to a person.');
    expect(results).toMatchObject([{ requestHuman: {} }]);
    expect(model.server.requests.at(-1)?.messages[0]?.content).toContain('choose “Talk to a person”');
    expect((await ask(model.answerer, 'Hello')).results[0]).not.toHaveProperty('requestHuman');
    const never = question('I want to talk to a person.', { handoff: 'never' });
    expect((await ask(model.answerer, never)).results[0]).not.toHaveProperty('requestHuman');
  });
});

describe('a call that may not drop a parameter', () => {
  test('fails if a Responses server refuses the parameter `store`', async () => {
    model = await startModel({ api: 'responses' });
    model.server.script(refuses('store'), ANSWER);
    expect((await ask(model.answerer, 'Hello')).failure).toBe('assistant-unavailable: refused');
    expect(model.server.requests).toHaveLength(1);
  });

  test('drops the parameter `store` if a Chat Completions server does not know it', async () => {
    model = await startModel({ api: 'chat-completions', behaves: 'open', model: 'mistral-small' });
    const extra = { type: 'extra_forbidden', loc: ['body', 'store'], msg: 'Extra inputs are not permitted' };
    const body = {
      object: 'error',
      message: { detail: [extra] },
      type: 'invalid_request_error',
      param: null,
    };
    model.server.script({ error: { status: 422, body } }, ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    expect(model.server.requests.map(({ body: sent }) => 'store' in sent)).toEqual([true, false]);
  });
});

describe('the newest models', () => {
  test('accept the tool by the Responses API at any reasoning effort', async () => {
    model = await startModel({ api: 'responses', effort: 'high' });
    await ask(model.answerer, 'Hello');
    expect(tools()).toEqual([1]);
    expect(model.languageModel.state().reduced).toEqual([]);
  });

  test('with an unknown name keep the tool by Chat Completions and lose the effort', async () => {
    model = await startModel({ api: 'chat-completions', model: 'assistant' });
    model.server.script(ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    const sent = model.server.requests.map(({ body }) => [
      'max_tokens' in body,
      body['reasoning_effort'],
      'tools' in body,
    ]);
    expect(sent).toEqual([
      [true, undefined, true],
      [false, undefined, true],
      [false, 'none', true],
    ]);
    expect(model.languageModel.state().reduced).toEqual(['reasoning']);
  });

  test.each(MODEL_APIS)('are asked again without an effort that they do not accept: %s', async (api) => {
    model = await startModel({ api, effort: 'minimal' });
    model.server.script(ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    expect(model.server.requests).toHaveLength(2);
    expect(model.languageModel.state().reduced).toEqual(['reasoning']);
    expect(tools()).toEqual([1, 1]);
  });
});

describe('a server of open models that says only in its error text that it does not support tools', () => {
  test.each([
    ['Ollama', 400, 'registry.ollama.ai/library/llama2:latest does not support tools'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
  ])('is asked without tools: %s', async (_server, status, message) => {
    model = await startModel({ api: 'chat-completions', behaves: 'open', model: 'llama2' });
    model.server.script(refuses(null, message, status), ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
    expect(model.languageModel.state().reduced).toEqual(['tools']);
  });

  test('is asked without tools if the error has its fields at the top level', async () => {
    model = await startModel({ api: 'chat-completions', behaves: 'open', model: 'llama2' });
    const body = {
      object: 'error',
      message: 'llama2 does not support tools',
      type: 'BadRequestError',
      code: 400,
    };
    model.server.script({ error: { status: 400, body } }, ANSWER);
    expect((await ask(model.answerer, 'Hello')).text).toBe('Here I am.');
  });
});
