// `npm run start:cloud-sim`: the runtime and the control plane as they are deployed, each in a Functions worker, on servers
// that speak the protocols of everything in the cloud. Nothing is kept when it ends.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { localIdentityProvider } from '../src/adapters/identity/local-provider.ts';
import { random, systemClock } from '../src/compose/system.ts';
import { demoSite } from '../src/pages/demo/site.tsx';
import { startCloud } from '../test/fakes/cloud.ts';
import { startTokenIssuer } from '../test/support/agent-tokens.ts';
import { listen } from '../test/support/listen.ts';

const AUDIENCE = 'api://reports.example.com';
const { PORT = '7071', DEMO_PORT = '7080', CONTROL_PLANE_PORT = '7090', LOG_LEVEL = 'quiet' } = process.env;
const ROOT = `${import.meta.dirname}/..`;

const workers: ChildProcess[] = [];

/** Starts a worker with these variables and nothing else, and tells its origin. */
async function startWorker(entry: string, port: string, variables: Record<string, string>): Promise<string> {
  const worker = spawn(
    process.execPath,
    ['--enable-source-maps', 'scripts/functions-host.ts', `dist/${entry}.js`, port, '*'],
    {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], LOG_LEVEL, ALLOWED_ORIGINS: '*', ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  workers.push(worker);
  const lines = createInterface(worker.stdout);
  const first: unknown[] = await Promise.race([once(lines, 'line'), once(worker, 'exit')]);
  const [origin] = first;
  if (typeof origin !== 'string') throw new Error(`The worker of ${entry} did not start.`);
  lines.on('line', (line) => console.log(line));
  return origin;
}

const clock = systemClock(0);
const tenant = await localIdentityProvider({
  port: 0,
  redirectPaths: ['/api/collab-tab', '/api/collab-setup'],
  clock,
  random,
});
const machines = await startTokenIssuer();
const reporter = { aud: AUDIENCE, scp: undefined, oid: randomUUID() };
const customer = await startCloud({
  tokenFor: (resource) => (resource === AUDIENCE ? machines.token(reporter) : undefined),
});
const publisher = await startCloud();

const plans = await startWorker('control-plane', CONTROL_PLANE_PORT, {
  ...publisher.settings,
  ...publisher.worker,
  IDP_AUTHORITY: machines.authority,
  REPORT_TENANT_ID: machines.tenantId,
  REPORT_AUDIENCE: AUDIENCE,
});
const service = await startWorker('runtime', PORT, {
  ...customer.settings,
  ...customer.worker,
  IDP_AUTHORITY: tenant.authority,
  IDP_APP_TENANT_ID: tenant.tenantId,
  IDP_APP_CLIENT_ID: tenant.clientId,
  CONTROL_PLANE_URL: plans,
  CONTROL_PLANE_AUDIENCE: AUDIENCE,
  MARKETPLACE_SUBSCRIPTION_ID: 'simulated',
});
const demo = createServer(demoSite(service));
const site = await listen(demo, Number(DEMO_PORT));

console.log(`
  The service runs as in the cloud, on servers that stand for it.

  Demo site       ${site}
  Dashboard       ${service}/api/dashboard
  Agent desk      ${service}/api/collab-tab
  API reference   ${service}/api/docs
  Health          ${service}/api/health
  Plans           ${plans}/api/plans
  Real time       ${customer.pubSub.endpoint} (open it once and accept its certificate; pages poll until then)

  The model says what it is told. Nothing is kept. Ctrl-C ends it.
`);

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  for (const worker of workers) worker.kill('SIGTERM');
  demo.closeAllConnections();
  demo.close();
  await Promise.all([customer.close(), publisher.close(), tenant.close(), machines.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
