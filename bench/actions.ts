import { join } from 'node:path';
import { findOrder } from '../test/domain/actions/order-actions.ts';
import { startCloud } from '../test/fakes/cloud.ts';
import type { ModelServer } from '../test/fakes/model-server.ts';
import { startModelServer } from '../test/fakes/model-server.ts';
import { startOrderApi } from '../test/support/servers/order-api.ts';
import { converse, type LoadResult } from './support/load.ts';
import { figure, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// A turn in which the assistant looks something up, and in the same run a turn without. The embedded
// composition calls an API of the loopback: its milliseconds and CPU. The deployed runtime refuses the
// loopback after everything else of the turn: the requests to its components.
const TURNS = 300;
const TURNS_OF_ONE = 6;
const many = '1000000';
const LIMITS = {
  ALLOWED_ORIGINS: 'https://shop.example',
  RATE_LIMIT_SESSION_PER_MINUTE: many,
  RATE_LIMIT_IP_PER_MINUTE: many,
};

const api = await startOrderApi();

type Measured = LoadResult & { cpuMs: number };

/** The turns of one visitor after another, once to warm the server and once measured. */
async function measure(server: MeasuredServer, started: () => void = () => undefined): Promise<Measured> {
  const load = { connections: 1, calls: TURNS, turns: TURNS_OF_ONE };
  const turns = () => converse(`${server.origin}/api/chat`, 'Where is order 10423?', load);
  await turns();
  started();
  const before = await server.cpuMs();
  const result = await turns();
  return { ...result, cpuMs: ((await server.cpuMs()) - before) / result.requests };
}

/** Each kind of turn on one server, in the order of the report. */
async function measureAll<T>(
  server: MeasuredServer,
  model: ModelServer,
  one: () => Promise<T>,
): Promise<T[]> {
  model.script({ deltas: ['Order 10423 was sent.'] });
  const without = await one();
  const created = await fetch(`${server.origin}/api/assistants/default/actions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(findOrder({ url: `${api.origin}/orders/{order}` })),
  });
  if (created.status !== 201) throw new Error(`The action was not made: ${await created.text()}`);
  const unused = await one();
  model.script(({ messages }) =>
    messages.at(-1)?.content.includes('<result') === true
      ? { deltas: ['Order 10423 was sent.'] }
      : { toolCall: { name: 'find_order', arguments: ['{"order":"10423"}'] } },
  );
  return [without, unused, await one()];
}

async function milliseconds(): Promise<Measured[]> {
  const model = await startModelServer();
  const server = await startServer('chat', {
    ...LIMITS,
    OPENAI_BASE_URL: model.url,
    OPENAI_MODEL: 'assistant',
  });
  const measured = await measureAll(server, model, () => measure(server));
  // The turns that warm the server call it too.
  if (api.requests.length !== 2 * TURNS) throw new Error(`${api.requests.length} calls of the API`);
  await server.stop();
  await model.close();
  return measured;
}

/** Requests a turn to the components of the cloud, as text. */
async function requests(): Promise<string[]> {
  const cloud = await startCloud();
  cloud.cosmos.replicas.lagMs = () => 0;
  const worker = await startServer('functions-host', {
    ...cloud.settings,
    ...cloud.worker,
    ...LIMITS,
    ENTRY: join(import.meta.dirname, '../dist/runtime.js'),
  });
  const asked = () => [
    cloud.cosmos.requests.filter(({ kind }) => kind !== 'metadata').length,
    cloud.model.requests.length,
    cloud.pubSub.calls.length,
  ];
  const measured = await measureAll(worker, cloud.model, async () => {
    let before: number[] = [];
    await measure(worker, () => (before = asked()));
    return asked().map((count, at) => ((count - (before[at] ?? 0)) / TURNS).toFixed(2));
  });
  await worker.stop();
  await cloud.close();
  return measured.map(([store, model, realtime]) => `store ${store}, model ${model}, real time ${realtime}`);
}

const [without, unused, looked] = await milliseconds();
const asked = await requests();
await api.close();
const kinds = [
  ['of an assistant without actions', without],
  ['that calls none of its actions', unused],
  ['that calls one', looked],
] as const;
for (const [at, [kind, measured]] of kinds.entries()) {
  if (!measured || !without) continue;
  const { p50Ms, p99Ms, cpuMs } = measured;
  figure(`a turn ${kind}`, `p50 ${p50Ms} p99 ${p99Ms} ms, ${cpuMs.toFixed(2)} ms CPU`);
  figure('  requests a turn in the cloud', asked[at] ?? '');
  if (measured === without) continue;
  ratio('  milliseconds, of one without actions', p50Ms / without.p50Ms, '', '');
  ratio('  CPU, of one without actions', cpuMs / without.cpuMs, '', '');
}
figure('', 'load, components and server share this machine’s cores; believe the requests and the ratios');
