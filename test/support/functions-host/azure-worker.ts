import http, { type Server } from 'node:http';
import { createRequire } from 'node:module';
import type * as AzureFunctions from '@azure/functions';
import { changeServer, foundModel, type LibraryChange } from './azure-changes.ts';
import {
  load,
  runWith,
  type LoadedApp,
  type ProgrammingModel,
  type RegisteredFunction,
} from './azure-core.ts';
import type { RpcData } from './azure-metadata.ts';

/** A function call for the request that was sent to the proxy with the same id. */
interface Invocation {
  id: string;
  of: RegisteredFunction;
  /** The host's metadata in addition to the request. */
  triggerMetadata: Record<string, RpcData>;
}

/** The library in a worker: its HTTP proxy, and how to run functions. */
export interface AzureWorker {
  /** The app's registrations. */
  loaded: LoadedApp;
  /** The origin for requests, each with its `x-ms-invocation-id`. */
  proxyOrigin: string;
  /** Resolves when the whole response was written to the proxied request. Rejects if the function fails. */
  invoke(invocation: Invocation): Promise<void>;
  /** Errors that functions logged. */
  errorLog: string[];
  close(): void;
}

/**
 * A worker with an app. As on the platform, the library's model exists before the app is loaded, and its
 * proxy listens afterwards. A real process has one worker. Here each has a copy of the library, and `app` is
 * registered with the newest.
 */
export async function azureWorker(app: () => unknown, change?: LibraryChange): Promise<AzureWorker> {
  const own = await load(() => {
    const { app: library } = ownLibrary();
    library.setup({ enableHttpStream: true });
    library.http('none', { handler: () => ({}) });
  });
  const [model] = own.models;
  if (!model) throw new Error('The library has set no programming model.');
  runWith(model, foundModel(model, change));
  const before = process.listeners('SIGTERM');
  const loaded = await load(app);
  const added = process.listeners('SIGTERM').filter((listener) => !before.includes(listener));
  const { result, servers } = await withoutHolding(() => model.getCapabilities({}), change);
  const { HttpUri: proxyUri } = result;
  if (proxyUri === undefined) throw new Error('The library has opened no proxy.');
  const errorLog: string[] = [];
  return {
    loaded,
    errorLog,
    // By IP address, because resolving `localhost` takes longer than many requests.
    proxyOrigin: proxyUri.replace('localhost', '127.0.0.1').replace(/\/$/, ''),
    invoke: (invocation) => invoke(model, invocation, errorLog),
    close() {
      // The process continues with the workers of other tests.
      for (const listener of added) process.removeListener('SIGTERM', listener);
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/**
 * A separate copy of the library per worker. The library accepts no set-up after its worker has started, and
 * several apps are loaded in this process, all with the copy that they import.
 */
function ownLibrary(): typeof AzureFunctions {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@azure/functions');
  const { [path]: shared } = require.cache;
  Reflect.deleteProperty(require.cache, path);
  try {
    const library: typeof AzureFunctions = require(path);
    return library;
  } finally {
    if (shared) require.cache[path] = shared;
    else Reflect.deleteProperty(require.cache, path);
  }
}

/**
 * Unrefs the servers that are created by `work`, so that they do not keep the process alive, and returns
 * them.
 */
async function withoutHolding<T>(
  work: () => Promise<T>,
  change: LibraryChange | undefined,
): Promise<{ result: T; servers: Server[] }> {
  const { createServer } = http;
  const servers: Server[] = [];
  http.createServer = (...options: []) => {
    const server = createServer(...options);
    servers.push(server);
    changeServer(server, change);
    return server;
  };
  try {
    return { result: await work(), servers };
  } finally {
    http.createServer = createServer;
    for (const server of servers) server.unref();
  }
}

async function invoke(
  model: ProgrammingModel,
  { id, of, triggerMetadata }: Invocation,
  errorLog: string[],
): Promise<void> {
  const { handler, ...metadata } = of;
  const [trigger] = Object.keys(metadata.bindings);
  const invocation = model.getInvocationModel({
    invocationId: id,
    metadata,
    request: { triggerMetadata, inputData: [{ name: trigger, data: {} }] },
    log(level: string, category: string, text: string) {
      if (level === 'error' && category === 'user') errorLog.push(text);
    },
  });
  const { context, inputs } = await invocation.getArguments();
  const result = await invocation.invokeFunction(context, inputs, handler);
  if (typeof result !== 'object' || result === null) throw new Error(`${of.name} has answered nothing.`);
  await invocation.getResponse(context, result);
}
