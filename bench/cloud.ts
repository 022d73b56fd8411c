import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startCloud } from '../test/fakes/cloud.ts';
import { converse, post, send, type LoadResult } from './support/load.ts';
import { figure, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// The runtime as deployed, in the simulated functions host, on servers that speak the protocols of every
// cloud component: CPU time of the worker's process and requests to the components, per call. A bare function
// in the same host is the floor. The embedded composition is the comparison. `--cpu-prof` for the worker:
// `PROFILE_DIR=/tmp/profile npm run bench -- cloud`.
const ENTRY = join(import.meta.dirname, '../dist/runtime.js');
const CONNECTIONS = 10;
/** The embedded composition is also measured with this many connections, because its aim names them. */
const MANY_CONNECTIONS = 50;
/** Calls before the measured ones, as many again: the code is compiled by then. */
const TURNS = 600;
const READS = 3_000;
const MESSAGE = 'How do I put the chat on my website?';
/** Messages of a visitor in one conversation. */
const TURNS_OF_ONE = 6;
const many = '1000000';
const LIMITS = {
  ALLOWED_ORIGINS: 'https://shop.example',
  RATE_LIMIT_SESSION_PER_MINUTE: many,
  RATE_LIMIT_IP_PER_MINUTE: many,
  RATE_LIMIT_IP_READS_PER_MINUTE: many,
};
/** A tenant, so that agents can be listening. Its keys are not asked for. */
const IDENTITY = { IDP_APP_TENANT_ID: randomUUID(), IDP_APP_CLIENT_ID: randomUUID() };

type Measured = LoadResult & { cpuMs: number };

/** Warms the server with the same calls, and measures. */
async function measure(
  server: MeasuredServer,
  call: () => Promise<LoadResult>,
  started: () => void = () => undefined,
): Promise<Measured> {
  await call();
  started();
  const before = await server.cpuMs();
  const result = await call();
  const after = await server.cpuMs();
  return { ...result, cpuMs: (after - before) / result.requests };
}

const shown = ({ perSecond, p50Ms, p99Ms, cpuMs }: Measured) =>
  `${perSecond.toFixed(0)}/s, ${cpuMs.toFixed(2)} ms CPU a call, p50 ${p50Ms} p99 ${p99Ms} ms`;

const chatting =
  (server: MeasuredServer, connections = CONNECTIONS) =>
  () =>
    converse(`${server.origin}/api/chat`, MESSAGE, {
      connections,
      calls: TURNS,
      turns: TURNS_OF_ONE,
    });
const getting = (server: MeasuredServer, path: string) => () =>
  send(`${server.origin}${path}`, { connections: CONNECTIONS, calls: READS });

const bare = await startServer('functions-host');
const bareGet = await measure(bare, getting(bare, '/api/bare'));
const barePost = await measure(bare, () =>
  post(`${bare.origin}/api/bare`, { message: MESSAGE }, { connections: CONNECTIONS, calls: READS }),
);
await bare.stop();

const cloud = await startCloud();
cloud.cosmos.replicas.lagMs = () => 0;
cloud.model.script({ deltas: ['Paste the script tag before the end of the body.'] });
const worker = await startServer('functions-host', {
  ...cloud.settings,
  ...cloud.worker,
  ...LIMITS,
  ...IDENTITY,
  ENTRY,
});
/** The requests to the components since the start of the measured calls. */
const asked = () => ({
  store: cloud.cosmos.requests.filter(({ kind }) => kind !== 'metadata').length,
  realtime: cloud.pubSub.calls.length,
});
let before = asked();
const turn = await measure(worker, chatting(worker), () => (before = asked()));
const after = asked();
const health = await measure(worker, getting(worker, '/api/health'));
const plan = await measure(worker, getting(worker, '/api/plan'));
await worker.stop();
await cloud.close();

const embedded = await startServer('chat', LIMITS);
const local = await measure(embedded, chatting(embedded));
const localMany = await measure(embedded, chatting(embedded, MANY_CONNECTIONS));
await embedded.stop();

figure('a bare function, GET', shown(bareGet));
figure('a bare function, POST', shown(barePost));
figure('a turn, embedded', shown(local));
figure(`a turn, embedded, at ${MANY_CONNECTIONS} (aim 0.5)`, shown(localMany));
figure('a turn, cloud', shown(turn));
figure('  requests to the store a turn', ((after.store - before.store) / turn.requests).toFixed(2));
figure('  requests to real time a turn', ((after.realtime - before.realtime) / turn.requests).toFixed(2));
ratio('  CPU a turn beyond the host, of embedded', (turn.cpuMs - barePost.cpuMs) / local.cpuMs, '', '');
ratio('health: calls a CPU second, of bare', bareGet.cpuMs / health.cpuMs, '≥ 0.9', shown(health));
ratio('plan: calls a CPU second, of bare', bareGet.cpuMs / plan.cpuMs, '≥ 0.9', shown(plan));
figure('', 'load, components and worker share this machine’s cores; believe CPU and ratios');
