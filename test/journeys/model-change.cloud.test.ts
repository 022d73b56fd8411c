import { beforeAll, expect, test } from 'vitest';
import { Transcript } from '../../src/admin/wire/admin.ts';
import { Health } from '../../src/operations/records/health.ts';
import { startCloud } from '../fakes/cloud.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const OLD = 'gpt-5-mini-2025-08-07';
const NEW = 'gpt-5.6-luna-2026-07-09';

const cloud = sharedFixture(() => startCloud());
beforeAll(async () => {
  cloud.model.script({ deltas: ['Here I am.'] });
});

/** The deployment as it is provisioned with one model. */
const provisioned = (deployment: string) =>
  startService({ cloud, settings: { AZURE_OPENAI_DEPLOYMENT: deployment } });
const assistantOf = async (service: RunningService) =>
  Health.parse(await (await service.get('/api/health')).json()).assistant;

test('a change of the model in three steps, and back, does not affect conversations', async () => {
  const sessionId = crypto.randomUUID();
  const asks = async (service: RunningService) => {
    const response = await service.post('/api/chat', { message: 'Are you there?', sessionId });
    expect(await response.json()).toMatchObject({ reply: { content: 'Here I am.' } });
  };

  // One: the second model is deployed next to the first.
  cloud.model.deployments(OLD, NEW);
  const before = await provisioned(OLD);
  await asks(before);

  // Two: an admin tries it, which stores nothing and counts nothing.
  const draft = { name: 'Ada', instructions: 'Answer briefly.', model: NEW };
  const history = [{ role: 'visitor', content: 'Are you there?' }];
  const tried = await before.post('/api/assistants/try', { draft, history });
  expect([tried.status, await tried.json()]).toMatchObject([200, { content: 'Here I am.' }]);
  expect(cloud.model.requests.at(-1)?.model).toBe(NEW);
  await before.close();

  // Three: the settings name it.
  const after = await provisioned(NEW);
  await asks(after);
  expect(await assistantOf(after)).toMatchObject({ model: 'gpt-5.6-luna', modelVersion: '2026-07-09' });
  await after.close();

  // And back; then the new one is taken away.
  cloud.model.deployments(OLD);
  const back = await provisioned(OLD);
  await asks(back);
  const transcript = await back.get(`/api/sessions/${sessionId}/transcript`);
  const { usage, messageCount } = Transcript.parse(await transcript.json());
  expect(usage.map(({ model }) => model)).toEqual([OLD, NEW, OLD]);
  expect(usage.every(({ cost }) => cost !== null && cost > 0)).toBe(true);
  expect(messageCount).toBe(6);
  expect(cloud.model.stored).toEqual([]);
  await back.close();
});
