import http, { type Server } from 'node:http';
import { createRequire } from 'node:module';
import type * as AzureFunctions from '@azure/functions';
import { load, type ProgrammingModel, type RegisteredFunction } from './azure-core.ts';

/** A value as the Functions host sends it to its worker. */
export type RpcData = { string: string } | { json: string };

/** A function that is to be run on the request which was sent to the proxy under the same id. */
export interface Invocation {
  id: string;
  of: RegisteredFunction;
  /** What the host says of the request besides the request itself. */
  triggerMetadata: Record<string, RpcData>;
}

/** The library at work: its HTTP proxy, and how to run a function. */
export interface AzureWorker {
  /** Where the requests go, each with its `x-ms-invocation-id`. */
  proxyOrigin: string;
  /** Resolves when the whole answer has been written to the proxied request; rejects where the function fails. */
  invoke(invocation: Invocation): Promise<void>;
}

let worker: Promise<AzureWorker> | undefined;

/** The worker of this process. It never ends, and does not keep the process alive. */
export function azureWorker(): Promise<AzureWorker> {
  return (worker ??= start());
}

async function start(): Promise<AzureWorker> {
  const { models } = await load(() => {
    const { app } = ownLibrary();
    app.setup({ enableHttpStream: true });
    app.http('none', { handler: () => ({}) });
  });
  const [model] = models;
  if (!model) throw new Error('The library has set no programming model.');
  const { HttpUri: proxyUri } = await withoutHolding(() => model.getCapabilities({}));
  if (proxyUri === undefined) throw new Error('The library has opened no proxy.');
  return {
    proxyOrigin: proxyUri.replace(/\/$/, ''),
    invoke: (invocation) => invoke(model, invocation),
  };
}

/**
 * A copy of the library for the worker alone. A library whose worker has started takes no more set-up, and a real process
 * starts once; here several apps are loaded in one process, each with the copy that it imports itself.
 */
function ownLibrary(): typeof AzureFunctions {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@azure/functions');
  const { [path]: shared } = require.cache;
  delete require.cache[path];
  try {
    const library: typeof AzureFunctions = require(path);
    return library;
  } finally {
    if (shared) require.cache[path] = shared;
    else delete require.cache[path];
  }
}

/** Lets the process end although the servers that are made meanwhile are never closed. */
async function withoutHolding<T>(work: () => Promise<T>): Promise<T> {
  const { createServer } = http;
  const made: Server[] = [];
  http.createServer = (...options: []) => {
    const server = createServer(...options);
    made.push(server);
    return server;
  };
  try {
    return await work();
  } finally {
    http.createServer = createServer;
    for (const server of made) server.unref();
  }
}

async function invoke(model: ProgrammingModel, { id, of, triggerMetadata }: Invocation): Promise<void> {
  const { handler, ...metadata } = of;
  const [trigger] = Object.keys(metadata.bindings);
  const invocation = model.getInvocationModel({
    invocationId: id,
    metadata,
    request: { triggerMetadata, inputData: [{ name: trigger, data: {} }] },
    log: () => undefined,
  });
  const { context, inputs } = await invocation.getArguments();
  const result = await invocation.invokeFunction(context, inputs, handler);
  if (typeof result !== 'object' || result === null) throw new Error(`${of.name} has answered nothing.`);
  await invocation.getResponse(context, result);
}
