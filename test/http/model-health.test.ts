import { describe, expect, test } from 'vitest';
import { nowIso } from '../../src/lib/fields.ts';
import { AssistantHealth, Health } from '../../src/operations/records/health.ts';
import { startModelServer } from '../fakes/model-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { recordingTelemetry } from '../support/ports/recording-telemetry.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { startService } from '../support/service/service.ts';

const VERSIONED = 'gpt-5.6-luna-2026-07-09';
const DAY = 86_400_000;
const RETIRES = Date.parse('2027-01-20T00:00:00.000Z');
const listed = (id: string, retiresAtMs: number) => ({
  object: 'list',
  data: [
    { id: 'gpt-4o-2024-05-13', object: 'model', status: 'succeeded' },
    {
      id,
      object: 'model',
      status: 'succeeded',
      lifecycle_status: 'generally-available',
      deprecation: { fine_tune: 1, inference: retiresAtMs / 1000 },
      capabilities: { chat_completion: true, inference: true },
    },
  ],
});

describe('the model in health', () => {
  const clock = manualClock();
  const model = freshFixture(() => startModelServer());
  const telemetry = freshFixture(() => recordingTelemetry());
  const service = freshFixture(() => start());

  const start = (dataDir?: string) =>
    startService({
      clock,
      telemetry,
      ...(dataDir !== undefined && { dataDir }),
      settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'assistant', MODEL_API: 'responses' },
    });
  const health = async (of = service) => {
    // Health is checked again every ten seconds, the record of the model every minute.
    clock.advance(60_000);
    return Health.parse(await (await of.get('/api/health')).json()).assistant;
  };
  const check = async () =>
    AssistantHealth.parse(await (await service.post('/api/ops/model-check', {})).json());
  const chat = (message = 'Hello') => service.post('/api/chat', { message });
  const answerAs = (name: string) => model.script({ deltas: ['Hello.'], model: name });

  test('is the configured model before the first answer, and then the model that answered, with its version', async () => {
    expect(await health()).toEqual({ model: 'assistant', reduced: [] });
    answerAs(VERSIONED);
    await chat();
    expect(await health()).toEqual({
      model: 'gpt-5.6-luna',
      modelVersion: '2026-07-09',
      retiresAt: '2028-01-11T00:00:00.000Z',
      reduced: [],
    });
  });

  test('has the retirement date of the provider, which an admin can check at any time', async () => {
    answerAs(VERSIONED);
    await chat();
    model.catalogue(listed(VERSIONED, RETIRES));
    expect(await check()).toMatchObject({
      model: 'gpt-5.6-luna',
      retiresAt: '2027-01-20T00:00:00.000Z',
      checkedAt: nowIso(clock),
    });
    expect(await health()).toMatchObject({ retiresAt: '2027-01-20T00:00:00.000Z' });
  });

  test('is checked once a day, and immediately after another model answers', async () => {
    const checks = () => telemetry.events.filter(({ type }) => type === 'model-checked');
    answerAs(VERSIONED);
    await chat();
    model.catalogue(listed(VERSIONED, RETIRES));
    for (let hour = 1; hour <= 49; hour++) {
      await service.services.modelWatch.checkIfDue();
      clock.advance(DAY / 24);
    }
    expect(checks()).toHaveLength(3);
    expect(checks()[0]).toEqual({
      type: 'model-checked',
      model: 'gpt-5.6-luna',
      daysLeft: Math.floor((RETIRES - clock.now() + 49 * (DAY / 24)) / DAY),
    });
    answerAs('gpt-6-luna-2026-09-22');
    await chat();
    await service.services.modelWatch.checkIfDue();
    expect(checks()).toHaveLength(4);
    expect(await health()).toMatchObject({ model: 'gpt-6-luna', modelVersion: '2026-09-22' });
    expect(await health()).not.toHaveProperty('retiresAt');
  });

  test('is known to another instance that has not called it yet', async () => {
    answerAs(VERSIONED);
    await chat();
    model.catalogue(listed(VERSIONED, RETIRES));
    await check();
    const other = await start(service.dataDir);
    expect(await health(other)).toMatchObject({
      model: 'gpt-5.6-luna',
      retiresAt: '2027-01-20T00:00:00.000Z',
    });
    await other.close();
  });

  test.each([
    ['is an error', { error: { message: 'No.' } }, 500, 'server-error'],
    ['is forbidden', { error: { code: 'PermissionDenied' } }, 403, 'access-denied'],
    ['is a web page', '<html>Sign in</html>', 200, 'wrong-protocol'],
    ['is half JSON', '{"data": [', 200, 'wrong-protocol'],
    ['is not a list', { data: 7 }, 200, 'wrong-protocol'],
  ])('has a check problem if the list of models %s', async (_name, list, status, problem) => {
    model.catalogue(list, status);
    expect(await check()).toMatchObject({ model: 'assistant', checkProblem: problem });
    model.catalogue({ data: [null, { id: 7 }, { id: 'assistant' }] });
    expect(await check()).not.toHaveProperty('checkProblem');
  });

  test('lists the features that the model does not support', async () => {
    const error = { message: 'No tools.', type: 'invalid_request_error', param: 'tools', code: null };
    model.script({ error: { status: 400, body: { error } } }, { deltas: ['Hello.'] });
    await chat();
    expect(await health()).toMatchObject({ reduced: ['tools'] });
  });

  test.each<[string, () => void, string]>([
    ['a deployment that is gone', () => model.deployments('another'), 'model-not-found'],
    ['a web page', () => model.script({ error: { status: 200, body: '<html>' } }), 'wrong-protocol'],
    ['half an event', () => model.script({ badEvent: '{"type":"respo' }), 'broken-stream'],
    ['the events of another API', () => model.script({ badEvent: '{"choices":[]}' }), 'wrong-protocol'],
  ])(
    'has the reason why the documents answer instead, and conversations continue: %s',
    async (_n, break_, problem) => {
      break_();
      const sessionId = crypto.randomUUID();
      const asked = service.post('/api/chat', { message: 'My parcel is broken', sessionId });
      if (problem === 'broken-stream') {
        await expect.poll(() => model.requests.length).toBe(1);
        // It is asked twice more, each time after a pause, whenever that begins.
        await expect
          .poll(() => {
            clock.advance(500);
            return model.requests.length;
          })
          .toBe(3);
      }
      const response = await asked;
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ reply: { suggestions: ['Talk to a person'] } });
      expect((await service.post('/api/handoff', { sessionId })).status).toBe(200);
      const { messages, status }: Record<string, unknown> = await (
        await service.get(`/api/messages?sessionId=${sessionId}`)
      ).json();
      expect(status).toBe('human_requested');
      expect(messages).toMatchObject([
        { content: 'My parcel is broken' },
        { role: 'assistant' },
        { role: 'system' },
      ]);
      expect(await health()).toMatchObject({ problem });
    },
  );
});

test('the embedding model is monitored with the model that answers', async () => {
  const clock = manualClock();
  const model = await startModelServer();
  const telemetry = recordingTelemetry();
  const EMBEDDING_MODEL = 'text-embedding-3-small';
  const service = await startService({
    clock,
    telemetry,
    settings: { OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'assistant', EMBEDDING_MODEL },
  });
  // The table of known models has dates of Azure only.
  const { assistant } = Health.parse(await (await service.get('/api/health')).json());
  expect(assistant.embedding).toEqual({ model: EMBEDDING_MODEL });
  model.catalogue(listed(EMBEDDING_MODEL, clock.now() + 29 * DAY));
  const reply = await service.post('/api/ops/model-check', {});
  expect(AssistantHealth.parse(await reply.json())).toMatchObject({
    embedding: { model: EMBEDDING_MODEL, retiresAt: new Date(clock.now() + 29 * DAY).toISOString() },
  });
  // The alert reads `daysLeft` of every event.
  expect(telemetry.events.filter(({ type }) => type === 'model-checked')).toEqual([
    { type: 'model-checked', model: 'assistant' },
    { type: 'model-checked', model: EMBEDDING_MODEL, daysLeft: 29 },
  ]);
  await service.close();
  await model.close();
});

test('without a model, health shows the knowledge model, and a check is refused', async () => {
  const service = await startService();
  const { assistant } = Health.parse(await (await service.get('/api/health')).json());
  expect(assistant).toEqual({ model: 'knowledge', reduced: [] });
  expect((await service.post('/api/ops/model-check', {})).status).toBe(409);
  await service.close();
});
