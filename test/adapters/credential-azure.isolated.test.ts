import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { modelAnswerer } from '../../src/adapters/model/model-answerer.ts';
import { openaiModel } from '../../src/adapters/model/openai.ts';
import { azureCredential } from '../../src/adapters/credential/azure.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { startIdentityEndpoint } from '../fakes/identity-endpoint.ts';
import { ask } from '../support/ports/asking.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { knowledgeIn } from './support/knowledge.ts';

const endpoint = sharedFixture(() => startIdentityEndpoint((resource, count) => `${resource}#${count}`));
beforeAll(async () => {
  for (const [variable, value] of Object.entries(endpoint.environment)) vi.stubEnv(variable, value);
});
beforeEach(() => {
  endpoint.resources.length = 0;
  endpoint.lifetimeSeconds = 86_400;
});
afterAll(async () => {
  vi.unstubAllEnvs();
});

/**
 * The SDK keeps the endpoint and the tokens by resource for the whole process, so each test uses a different
 * resource.
 */
const scope = (resource: string) => `${resource}/.default`;

it('the identity endpoint is asked once for each resource, and the token is kept', async () => {
  const { token } = azureCredential({ cloud: true, clock: realClock });
  const asked = ['https://one.example', 'https://two.example', 'https://one.example'];
  const tokens = [];
  for (const resource of asked) tokens.push(await token(scope(resource)));
  expect(tokens).toEqual(['https://one.example#1', 'https://two.example#2', 'https://one.example#1']);
  expect(endpoint.resources).toEqual(asked.slice(0, 2));
});

it('the SDK is asked once a minute, and for each token with claims', async () => {
  const clock = manualClock(Date.now());
  const { getToken } = await azureCredential({ cloud: true, clock }).credential();
  const often = scope('https://often.example');
  const first = await getToken(often);
  clock.advance(59_999);
  expect(await getToken([often])).toBe(first);
  expect(await getToken(often, { claims: '{}' })).not.toBe(first);
  clock.advance(1);
  const second = await getToken(often);
  expect(second).not.toBe(first);
  expect(second?.token).toBe(first?.token);
});

it('a token is renewed before it expires', async () => {
  const { token } = azureCredential({ cloud: true, clock: realClock });
  endpoint.lifetimeSeconds = 200;
  expect(await token(scope('https://soon.example'))).toBe('https://soon.example#1');
  expect(await token(scope('https://soon.example'))).toBe('https://soon.example#2');
});

it('a token cannot be issued while the identity endpoint fails, and can be afterwards', async () => {
  const { token } = azureCredential({ cloud: true, clock: realClock });
  endpoint.failing = 403;
  await expect(token(scope('https://none.example'))).rejects.toThrow();
  endpoint.failing = undefined;
  expect(await token(scope('https://none.example'))).toBe('https://none.example#1');
});

function assistantAt(address: string, token: () => Promise<string>) {
  const shared = { clock: realClock, telemetry: recordingTelemetry() };
  const model = openaiModel({
    ...shared,
    server: { kind: 'azure-openai', api: 'responses', endpoint: address, deployment: 'assistant', token },
    maxOutputTokens: 1200,
  });
  return modelAnswerer({
    ...shared,
    model,
    knowledge: knowledgeIn('/nowhere/at/all'),
    random: realRandom,
    wholeKnowledgeTokens: 0,
  });
}

it('Azure OpenAI is called with an unexpired token of the identity each time', async () => {
  const server = await startModelServer();
  const { token } = azureCredential({ cloud: true, clock: realClock });
  const resource = 'https://cognitiveservices.azure.com';
  const assistant = assistantAt(server.url, () => token(scope(resource)));
  endpoint.lifetimeSeconds = 200;
  for (const text of ['first', 'second']) expect((await ask(assistant, text)).text).toBe(text);
  endpoint.lifetimeSeconds = 86_400;
  for (const text of ['third', 'fourth']) expect((await ask(assistant, text)).text).toBe(text);
  expect(
    server.requests.map(({ path, headers }) => [path, headers.authorization, headers['api-key']]),
  ).toEqual([1, 2, 3, 3].map((n) => ['/v1/openai/v1/responses', `Bearer ${resource}#${n}`, undefined]));
  await server.close();
});

it('a long answer continues after its token expires', async () => {
  const server = await startModelServer();
  const { token } = azureCredential({ cloud: true, clock: realClock });
  endpoint.lifetimeSeconds = 1;
  server.script({ deltas: ['one ', 'two ', 'three'], everyMs: 500 });
  const assistant = assistantAt(server.url, () => token(scope('https://long.example')));
  expect((await ask(assistant, 'Count to three')).text).toBe('one two three');
  expect(endpoint.resources).toEqual(['https://long.example']);
  await server.close();
});
