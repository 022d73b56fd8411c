import { expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../src/services/assistants/evaluation-runner.ts';
import { CostReply } from '../../src/wire/admin.ts';
import { RunReply, SetReply } from '../../src/wire/evaluations.ts';
import { startModelServer, type ReceivedCall } from '../fakes/model-server.ts';
import { movedClock } from '../support/clocks/real-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const model = freshFixture(() => startModelServer());
const settingsFor = ({ url }: { url: string }) => ({
  OPENAI_BASE_URL: url,
  OPENAI_MODEL: 'gpt-5-mini',
  MODEL_API: 'responses',
});
/** Time-outs of the model pass in a tenth of their time. */
const service = freshFixture(() => startService({ clock: movedClock(10), settings: settingsFor(model) }));

/** Longer than a run takes on a busy machine. */
const PATIENCE = { timeout: 80_000, interval: 50 };
const ANSWER = { deltas: ['It ', 'is £4.'], everyMs: 5 };

/** Starts a run of some questions; its address. */
async function started(questions: number): Promise<string> {
  const admin = registryAdmin(service);
  const { set } = await admin.answer(201, SetReply, admin.send('POST', 'question-sets', { name: 'Shop' }));
  const lines = Array.from({ length: questions }, (_, at) => ({ question: `Price ${at}?`, facts: ['£4'] }));
  const path = `question-sets/${set.id}`;
  await admin.answer(200, SetReply, admin.send('POST', `${path}/questions`, { questions: lines }));
  const { run } = await admin.answer(201, RunReply, admin.send('POST', `${path}/evaluations`, {}));
  return `${path}/evaluations/${run.id}`;
}

async function read(path: string, from: RunningService = service) {
  const admin = registryAdmin(from);
  return (await admin.answer(200, RunReply, admin.send('GET', path))).run;
}

const reaches = (path: string, wanted: object, from?: RunningService) =>
  vi.waitFor(async () => {
    const run = await read(path, from);
    expect(run).toMatchObject(wanted);
    return run;
  }, PATIENCE);

/** From now on the model answers so many questions, which are returned, and is silent then. */
function silentAfter(answers: number): ReceivedCall[] {
  const answered: ReceivedCall[] = [];
  model.script((call) => {
    if (answered.length === answers) return { hang: 'before-headers' };
    answered.push(call);
    return ANSWER;
  });
  return answered;
}

test('a server that is busy, fails and hangs on the way is asked again, and all of it is accounted', async () => {
  const first = [
    { error: { status: 429, headers: { 'retry-after': '2' }, body: {} } },
    { error: { status: 500, body: {} } },
    { hang: 'before-headers' as const },
    { die: 1 },
  ];
  model.script(() => first.shift() ?? ANSWER);
  const path = await started(6);
  const { figures } = await reaches(path, { state: 'done', figures: { answers: 6, right: 6, failed: 0 } });
  expect(figures.inputTokens).toBeGreaterThan(0);
  expect(figures.cost).toBeGreaterThan(0);

  const cost = CostReply.parse(await (await service.get('/api/cost')).json());
  const [conversations, evaluations] = cost.lines;
  expect(conversations).toMatchObject({ purpose: 'conversations', requests: 0, cost: 0 });
  expect(evaluations).toMatchObject({
    purpose: 'evaluations',
    inputTokens: figures.inputTokens,
    outputTokens: figures.outputTokens,
    cost: figures.cost,
  });
  expect(cost.totals).toMatchObject({ inputTokens: figures.inputTokens, cost: figures.cost });
});

test('a server that refuses every call stops the run, which continues once it answers', async () => {
  model.script({ error: { status: 401, body: {} } });
  const path = await started(12);
  await reaches(path, { state: 'stopped', stopReason: 'assistant-unavailable', figures: { failed: 8 } });
  model.script(ANSWER);
  await registryAdmin(service).send('POST', path, { action: 'resume' });
  await reaches(path, { state: 'done', figures: { answers: 12, right: 12, failed: 0 } });
});

test('a run is canceled while the server is silent, keeps its answers, and is resumed', async () => {
  silentAfter(4);
  const path = await started(8);
  await reaches(path, { figures: { answers: 4 } });
  await registryAdmin(service).send('POST', path, { action: 'cancel' });
  expect(await read(path)).toMatchObject({ state: 'canceled', figures: { answers: 4, right: 4 } });
  model.script(ANSWER);
  await registryAdmin(service).send('POST', path, { action: 'resume' });
  await reaches(path, { state: 'done', figures: { answers: 8, right: 8 } });
});

test('a run whose instance hangs goes on on another one with what is left', async () => {
  const answered = silentAfter(4);
  const path = await started(8);
  await reaches(path, { figures: { answers: 4 } });
  const other = await startModelServer();
  other.script(ANSWER);
  const clock = movedClock(10);
  const two = await startService({ clock, dataDir: service.dataDir, settings: settingsFor(other) });
  clock.advance(LEASE_MS * 2);
  await two.services.evaluations.workOnAll();
  expect(await read(path, two)).toMatchObject({ state: 'done', figures: { answers: 8, right: 8 } });
  // The parameters that a server refuses are left out of a second call.
  const asked = (calls: readonly ReceivedCall[]) => calls.map(({ messages }) => messages.at(-1)?.content);
  expect(new Set(asked(other.requests)).size).toBe(4);
  expect(asked(other.requests)).not.toContain(asked(answered)[0]);
  await two.close();
  await other.close();
});
