import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WINDOW_MS } from '../../src/domain/rate-limit.ts';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { sitePages } from '../support/stores/site-pages.ts';
import { standingClock } from '../support/clocks/manual-clock.ts';

/** The size of the session's document that the bounds are for, in bytes. */
const SESSION_BYTES = 4 * 1024;
/** A question, and an answer, of a common length. */
const TEXT = 'How do I put the chat on my website? '.repeat(9).slice(0, 300);
/** Longer than the caches of assistants and of the day's tokens. */
const PAUSE_MS = 20_000;

/** An account whose charges are the documented ones. */
const clock = standingClock();
/** Conversations that have that size; turns are measured on one after another. */
const sessionIds = Array.from({ length: 10 }, () => randomUUID());
let cloud: Cloud;
let service: RunningService;

beforeAll(async () => {
  cloud = await startCloud({ clock });
  // A replica that lags would cost a write that is refused and another read.
  cloud.cosmos.replicas.lagMs = () => 0;
  cloud.model.script({ deltas: [TEXT] });
  service = await startService({ cloud, clock, settings: { RATE_LIMIT_SESSION_PER_MINUTE: '200' } });
  await chooseAssistant(service);
  for (const sessionId of sessionIds) {
    while (sessionBytes(sessionId) < SESSION_BYTES) await turn(service, sessionId);
    clock.advance(WINDOW_MS / 6);
  }
});
afterAll(async () => {
  await service.close();
  await cloud.close();
});

/** Several assistants, of which one that is not the first is the default, with a hundred documents. */
async function chooseAssistant({ services }: RunningService): Promise<void> {
  const edit = {
    instructions: TEXT,
    greeting: '',
    knowledge: { kind: 'documents' },
    handoff: 'when-unsure',
  } as const;
  await services.assistants.create({ ...edit, name: 'Other', isDefault: false });
  const { id } = await services.assistants.create({ ...edit, name: 'Mia', isDefault: true });
  await services.assistantDocuments.replaceSource(id, 'shop', sitePages(100), { to: 'live' });
}

const turn = (at: RunningService, sessionId: string) => at.post('/api/chat', { sessionId, message: TEXT });
let turns = 0;
const nextTurn = (at = service) => turn(at, sessionIds[turns++ % sessionIds.length] ?? '');

function sessionBytes(sessionId: string): number {
  const items = cloud.cosmos.container('conversations').partition(sessionId);
  return Buffer.byteLength(JSON.stringify(items.find(({ id }) => id === 'session') ?? ''));
}

/** The requests to the store of one request to the service, and their request units. */
async function charged(work: () => Promise<Response>) {
  const before = cloud.cosmos.requests.length;
  expect((await work()).status).toBe(200);
  const asked = cloud.cosmos.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return {
    requests: asked.map(({ kind, container }) => `${kind} ${container}`),
    units: asked.reduce((sum, { charge }) => sum + charge, 0),
  };
}

/** The most that one of several takes. */
async function dearest(times: number, work: () => Promise<Response>, pauseMs = 0) {
  const all: Awaited<ReturnType<typeof charged>>[] = [];
  while (all.length < times) {
    clock.advance(pauseMs);
    all.push(await charged(work));
  }
  return {
    requests: Math.max(...all.map(({ requests }) => requests.length)),
    units: Math.max(...all.map(({ units }) => units)),
    names: new Set(all.flatMap(({ requests }) => requests)),
  };
}

describe('a turn takes at most 6 requests and 45 request units', () => {
  it('with the steps of a rate limit', async () => {
    // Reads the assistant, which is then known for 15 seconds.
    await nextTurn();
    const { requests, units, names } = await dearest(20, nextTurn);
    expect(names).toContain('patch counters');
    expect(requests).toBeLessThanOrEqual(6);
    expect(units).toBeLessThanOrEqual(45);
  });

  it('after a pause, when it reads the assistants again', async () => {
    const { requests, units, names } = await dearest(5, nextTurn, PAUSE_MS);
    expect(names).toContain('query ledger');
    // The documents are read only if their index is not in memory.
    expect(names).not.toContain('read ledger');
    expect(requests).toBeLessThanOrEqual(6);
    expect(units).toBeLessThanOrEqual(45);
  });

  it('on an instance that has answered no message of the conversation', async () => {
    const other = await startService({ cloud, clock });
    // The first turn of an instance also lists the hour.
    await other.post('/api/chat', { message: TEXT });
    const { requests, units } = await charged(() => nextTurn(other));
    expect(requests.length).toBeLessThanOrEqual(6);
    expect(units).toBeLessThanOrEqual(45);
    await other.close();
  });
});

it('a poll takes at most 2 requests', async () => {
  const poll = () => service.get(`/api/messages?sessionId=${sessionIds[0]}&after=4`);
  expect((await dearest(30, poll)).requests).toBeLessThanOrEqual(2);
});
