import { createRequire } from 'node:module';

/** What the platform says of a request that it sends over HTTP besides. */
interface PlatformInvocation {
  request: { triggerMetadata?: Record<string, unknown> | null };
}

/** The part of the worker's own module that the programming model is reached through; it comes from no package. */
interface WorkerCore {
  getProgrammingModel(): { getInvocationModel(invocation: PlatformInvocation): unknown } | undefined;
}

/**
 * Keeps the platform's word for the headers from the library. It is the caller's where a body has a member named
 * `headers`, and one that is no set of headers (a list, a name with a space) makes the library throw before any handler:
 * its client would hang until the platform gives up. The headers that count are read from the worker's own exchange.
 */
export function withholdHeaders(): void {
  const model = workerCore()?.getProgrammingModel();
  if (!model) return;
  const getInvocationModel = model.getInvocationModel.bind(model);
  model.getInvocationModel = (invocation) => {
    delete invocation.request.triggerMetadata?.['Headers'];
    return getInvocationModel(invocation);
  };
}

/** Undefined outside a worker, where the library registers nothing either. */
function workerCore(): WorkerCore | undefined {
  const require = createRequire(import.meta.url);
  try {
    const core: unknown = require('@azure/functions-core');
    return isWorkerCore(core) ? core : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function isWorkerCore(core: unknown): core is WorkerCore {
  return typeof core === 'object' && core !== null && 'getProgrammingModel' in core;
}
