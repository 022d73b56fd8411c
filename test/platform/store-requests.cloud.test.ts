import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WINDOW_MS } from '../../src/platform/rules/rate-limit.ts';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { startWorkflows, type WorkflowServer } from '../fakes/workflow-server.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { standingClock } from '../support/clocks/manual-clock.ts';
import { startService, type RunningService } from '../support/service/service.ts';

/** Longer than the caches of assistants, of switches and of the day's tokens. */
const PAUSE_MS = 20_000;

// Background work of an instance would be counted with the request of that moment.
const clock = standingClock();
/** Conversations with turns; turns are measured on one after another. */
const sessionIds = Array.from({ length: 10 }, () => randomUUID());
let cloud: Cloud;
let workflows: WorkflowServer;
let service: RunningService;

beforeAll(async () => {
  [cloud, workflows] = await Promise.all([startCloud({ clock }), startWorkflows()]);
  // A replica that lags would cost a write that is refused and another read.
  cloud.cosmos.replicas.lagMs = () => 0;
  service = await startService({
    cloud,
    clock,
    workflowNetwork: workflows.network,
    settings: { RATE_LIMIT_SESSION_PER_MINUTE: '200' },
  });
  await chooseAssistant(service);
  for (const sessionId of sessionIds) {
    for (let count = 0; count < 3; count++) await turn(service, sessionId);
    clock.advance(WINDOW_MS / 6);
  }
});
afterAll(async () => {
  await service.close();
  await Promise.all([cloud.close(), workflows.close()]);
});

/** Several assistants, of which one that is not the first is the default, with twenty documents. */
async function chooseAssistant({ services }: RunningService): Promise<void> {
  const edit = {
    instructions: 'Answer in one sentence.',
    greeting: '',
    knowledge: { kind: 'documents' },
    handoff: 'when-unsure',
  } as const;
  await services.assistants.create({ ...edit, name: 'Other', isDefault: false });
  const { id } = await services.assistants.create({ ...edit, name: 'Mia', isDefault: true });
  for (let n = 0; n < 20; n++) await services.assistantDocuments.put(id, `${n}.md`, String(n));
}

const turn = (at: RunningService, sessionId: string) =>
  at.post('/api/chat', { sessionId, message: 'How do I put the chat on my website?' });
let turns = 0;
const nextTurn = (at = service) => turn(at, sessionIds[turns++ % sessionIds.length] ?? '');

/** The requests to the store of one request to the service. */
async function requestsOf(work: () => Promise<Response>): Promise<string[]> {
  const before = cloud.cosmos.requests.length;
  expect((await work()).status).toBe(200);
  const asked = cloud.cosmos.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return asked.map(({ kind, container }) => `${kind} ${container}`);
}

/** The most requests of one of several, and the names of all. */
async function most(times: number, work: () => Promise<Response>, pauseMs = 0) {
  const all: string[][] = [];
  while (all.length < times) {
    clock.advance(pauseMs);
    all.push(await requestsOf(work));
  }
  return { all, requests: Math.max(...all.map(({ length }) => length)), names: new Set(all.flat()) };
}

describe('a turn makes at most 6 requests to the store', () => {
  it('including the steps of a rate limit', async () => {
    // Reads the assistant, which is then known for 15 seconds.
    await nextTurn();
    const { requests, names } = await most(20, nextTurn);
    expect(names).toContain('patch counters');
    expect(requests).toBeLessThanOrEqual(6);
  });

  it('and two more after a pause, to read assistants, websites and switches again', async () => {
    const { all, requests, names } = await most(5, nextTurn, PAUSE_MS);
    expect(names).toContain('query ledger');
    // The switches. The documents are read only if their index is not in memory.
    const reads = all.map((turnNames) => turnNames.filter((name) => name === 'read ledger').length);
    expect(reads).toEqual([1, 1, 1, 1, 1]);
    expect(requests).toBeLessThanOrEqual(8);
  });

  it('on an instance that has not answered in the conversation before', async () => {
    const other = await startService({ cloud, clock });
    // The first turn of an instance also lists the hour.
    await other.post('/api/chat', { message: 'Hello' });
    expect((await requestsOf(() => nextTurn(other))).length).toBeLessThanOrEqual(6);
    await other.close();
  });
});

it('a poll makes at most 2 requests to the store', async () => {
  const poll = () => service.get(`/api/messages?sessionId=${sessionIds[0]}&after=4`);
  expect((await most(30, poll)).requests).toBeLessThanOrEqual(2);
});

it('a request for a person reads no more of the conversation if a card is sent to Teams', async () => {
  const handoff = async () => {
    const sessionId = randomUUID();
    expect((await turn(service, sessionId)).status).toBe(200);
    const before = cloud.cosmos.requests.length;
    expect((await service.post('/api/handoff', { sessionId })).status).toBe(200);
    // A notice that was delivered, and has no reminder to wait for, is removed.
    const items = () => cloud.cosmos.container('conversations').partition(sessionId);
    await expect.poll(() => items().filter(({ id }) => id.startsWith('outbox-'))).toEqual([]);
    const asked = cloud.cosmos.requests.slice(before);
    return asked.filter(({ container }) => container === 'conversations').map(({ kind }) => kind);
  };
  expect(await handoff()).toEqual(['read', 'batch']);
  const edit = {
    first: workflows.address('agents'),
    reminderMinutes: 0,
    escalationMinutes: 0,
    includeFirstQuestion: false,
    language: 'en',
  };
  expect((await registryAdmin(service).send('PUT', 'notifications/teams', edit)).status).toBe(200);
  expect(await handoff()).toEqual(['read', 'batch', 'delete']);
  expect(workflows.accepted).toHaveLength(1);
});
