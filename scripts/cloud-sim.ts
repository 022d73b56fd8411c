// `npm run start:cloud-sim`: the runtime and the control plane as deployed, each in a Functions worker, with
// servers that speak the protocols of all cloud components. Data is lost at the end. With `--faults --lag
// --skew` it runs rounds of fault injection on two instances, with lagging replicas and different clocks. It
// prints the results, and exits with 1 if a guarantee was violated.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { localIdentityProvider } from '../src/adapters/identity/local-provider.ts';
import { random, systemClock } from '../src/adapters/system/node.ts';
import { demoSite } from '../src/web/demo/site.tsx';
import { startCloud } from '../test/fakes/cloud.ts';
import { startTokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { listen } from '../test/support/servers/listen.ts';
import { runFaultRounds } from '../sim/run-fault-rounds.ts';
import { startWorker } from '../sim/worker.ts';

const AUDIENCE = 'api://reports.example.com';
const { PORT = '7071', DEMO_PORT = '7080', LOG_LEVEL = 'quiet' } = process.env;
const { values: options } = parseArgs({
  options: {
    faults: { type: 'boolean', default: false },
    lag: { type: 'boolean', default: false },
    skew: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '2026' },
  },
});
if (options.faults || options.lag || options.skew) {
  const well = await runFaultRounds({
    ...options,
    rounds: Number(options.rounds),
    seed: Number(options.seed),
    print: (line) => console.log(line),
  });
  process.exit(well ? 0 : 1);
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

const plane = await startWorker({
  entry: 'control-plane',
  port: PORT === '0' ? '0' : String(Number(PORT) + 19),
  variables: {
    LOG_LEVEL,
    ...publisher.settings,
    ...publisher.worker,
    IDP_AUTHORITY: machines.authority,
    REPORT_TENANT_ID: machines.tenantId,
    REPORT_AUDIENCE: AUDIENCE,
  },
});
const { origin: plans } = plane;
const runtime = await startWorker({
  entry: 'runtime',
  port: PORT,
  variables: {
    LOG_LEVEL,
    ...customer.settings,
    ...customer.worker,
    IDP_AUTHORITY: tenant.authority,
    IDP_APP_TENANT_ID: tenant.tenantId,
    IDP_APP_CLIENT_ID: tenant.clientId,
    CONTROL_PLANE_URL: plans,
    CONTROL_PLANE_AUDIENCE: AUDIENCE,
    MARKETPLACE_SUBSCRIPTION_ID: 'simulated',
  },
});
const { origin: service } = runtime;
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
  await Promise.all([runtime.end('SIGTERM'), plane.end('SIGTERM')]);
  demo.closeAllConnections();
  demo.close();
  await Promise.all([customer.close(), publisher.close(), tenant.close(), machines.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
