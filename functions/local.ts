import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../src/core/errors.ts';
import { compose, type Product } from '../src/compose.ts';
import { openMailbox } from '../src/compose/email.ts';
import { environment, readConfig, type Config } from '../src/config/config.ts';
import { nodeHost } from '../src/hosts/node.ts';
import { refuseOtherHosts } from '../src/hosts/own-host.ts';
import { demoSite } from '../src/web/demo/site.tsx';
import { demoPages, demoWidgets } from './local-demo.ts';
import { localShop } from './local-shop.ts';
import { localControlPlane, type LocalControlPlane } from './local-control-plane.ts';
import { routes } from './routes.ts';
import { timers } from './timers.ts';

/** The longest wait for open requests at shutdown, in milliseconds. */
const GRACE_MS = 10_000;
const MINUTE_MS = 60_000;

/** Prints one line and exits with the code for a failed start. */
function exitWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readConfigOrExit(): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    if (error instanceof AppError) return exitWith(`Not started: ${String(error.details['expected'])}`);
    throw error;
  }
}

async function orExit<T>(step: () => Promise<T>): Promise<T> {
  // Pauses between attempts do not keep the process alive, and no server listens yet.
  const alive = setInterval(() => undefined, MINUTE_MS);
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return exitWith(`Not started: ${unusable(error)} (${error.code}).`);
  } finally {
    clearInterval(alive);
  }
}

/** Describes a failed start: a cloud component or the data folder is unusable. */
function unusable({ code }: AppError): string {
  const { store, vault, local } = given;
  if (code === 'store-unavailable' && store.kind === 'cosmos') {
    return `the store COSMOS_ENDPOINT (${store.endpoint}) cannot be reached`;
  }
  if (code === 'vault-unavailable' && vault.kind === 'key-vault') {
    return `the vault KEY_VAULT_URL (${vault.url}) cannot be reached`;
  }
  return `the folder DATA_DIR (${local.dataDir}) cannot be used`;
}

/** The notice about the admin key at start. */
async function adminNotice({ services }: Product): Promise<string> {
  const { adminGate } = services;
  try {
    const firstKey = config.admin.startGated ? await adminGate.createFirstKey() : undefined;
    if (firstKey !== undefined) return `\n  The admin key, shown this once: ${firstKey}\n`;
    const { anonymous } = await adminGate.start();
    return anonymous
      ? '\n  The dashboard is open to everyone who can reach it, until you create an admin key in its settings.\n'
      : '';
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'vault-unavailable')) throw error;
    return '\n  The admin key cannot be read from the vault, so the dashboard is closed.\n';
  }
}

/** The notice about plans and reports, if this process runs the control plane. */
function planNotice(): string {
  return config.publisher.kind === 'http' && controlPlane
    ? `  Plans           ${config.publisher.url}/api/plans\n`
    : '';
}

/** Listens on HOST. Requests for other host names are refused. */
function listen(server: Server, port: number, setting: string): Promise<number> {
  const { host, publicHosts } = given.local;
  refuseOtherHosts(server, { bound: host, publicHosts, uuid: randomUUID });
  return new Promise((resolve) => {
    server.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.name;
      if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
        exitWith(`Not started: ${host} is not an address of this machine. Set HOST to another one.`);
      }
      const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be opened (${code})`;
      exitWith(`Not started: port ${port} ${why}. Set ${setting} to another one.`);
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Stops accepting connections. Resolves when all open requests have their responses. */
function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The runtime's settings with the URL of the local control plane, if there is one. */
async function withControlPlane(
  given: Config,
): Promise<{ config: Config; controlPlane?: LocalControlPlane }> {
  const { controlPlanePort } = given.local;
  if (controlPlanePort === undefined) return { config: given };
  const controlPlane = await localControlPlane(given);
  const port = await listen(controlPlane.server, controlPlanePort, 'PORT');
  return {
    config: { ...given, publisher: { kind: 'http', url: `http://localhost:${port}` } },
    controlPlane,
  };
}

/** Sends e-mails to a mailbox in the data folder if no e-mail service is configured. */
function withMailbox(config: Config): Config {
  const { email, local } = config;
  if (email.sender.kind !== 'off') return config;
  return { ...config, email: { ...email, sender: { kind: 'mailbox', dataDir: local.dataDir } } };
}

/** Exits if the configured knowledge folder does not exist. */
async function requireKnowledgeFolder(): Promise<void> {
  const folder = environment['KNOWLEDGE_DIR'];
  if (folder === undefined || folder === '') return;
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) exitWith(`Not started: there is no folder KNOWLEDGE_DIR (${folder}).`);
}

const given = withMailbox(readConfigOrExit());
await requireKnowledgeFolder();
const { config, controlPlane } = await orExit(() => withControlPlane(given));
const product = await orExit(() => compose(config, { version: __VERSION__, assetsDir: import.meta.dirname }));
const host = nodeHost({
  endpoints: routes,
  services: product.services,
  trustedProxyHops: 0,
});
product.attach(host);
for (const { everyMinutes, run } of timers) {
  product.timers.every(everyMinutes * MINUTE_MS, () => run(product.services));
}
const port = await listen(host, config.local.port, 'PORT');
const service = `http://localhost:${port}`;
const demoFolder = join(import.meta.dirname, '../src/web/demo');
const shop = localShop({
  services: product.services,
  script: join(import.meta.dirname, 'local-orders.js'),
  port: config.local.demoPort === 0 ? 0 : config.local.demoPort + 1,
  serviceUrl: service,
});
const demo = createServer(
  demoSite(service, demoWidgets(product.services, demoFolder, shop.orderApi), demoPages(demoFolder), {
    tokenFor: shop.tokenFor,
    readMailbox: () => openMailbox(config.local.dataDir),
  }),
);
const demoPort = await listen(demo, config.local.demoPort, 'DEMO_PORT');
const notice = await orExit(() => adminNotice(product));
const unreadable = await orExit(() => product.services.knowledgeFolders.unreadable());
const folderNotice =
  unreadable.length === 0
    ? ''
    : `\n  These files of KNOWLEDGE_DIR cannot be read. Save them as UTF-8: ${unreadable.join(', ')}.\n`;

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await Promise.all([finish(host), finish(demo), product.detach()]);
  await product.close();
  if (controlPlane) {
    await finish(controlPlane.server);
    await controlPlane.close();
  }
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());

process.stdout.write(`
  Chat Widget Service ${__VERSION__} is ready.

  Demo site       http://localhost:${demoPort}
  Dashboard       ${service}/api/dashboard
  Agent desk      ${service}/api/collab-tab
  API reference   ${service}/api/docs
  Health          ${service}/api/health
${planNotice()}${notice}${folderNotice}
  Conversations are kept in ${config.local.dataDir}. Ctrl-C ends it.
`);
