import { createRequire } from 'node:module';

/** What the platform says of a request that it sends over HTTP besides. */
interface PlatformInvocation {
  invocationId: string;
  metadata: { bindings: Record<string, { type?: string | null }> };
  request: { triggerMetadata?: Record<string, unknown> | null };
}

interface InvocationModel {
  getArguments(): Promise<unknown>;
}

/** The part of the worker's own module that the programming model is reached through; it comes from no package. */
interface WorkerCore {
  getProgrammingModel(): { getInvocationModel(invocation: PlatformInvocation): InvocationModel } | undefined;
}

export interface InvocationListener {
  /** An invocation of an HTTP function begins. */
  began(invocationId: string): void;
  /** It ended before its handler ran. */
  failed(invocationId: string): void;
}

/**
 * Tells of each invocation of an HTTP function before the library looks at it.
 *
 * Keeps the platform's word for the headers from the library. It is the caller's where a body has a member named
 * `headers`, and one that is no set of headers (a list, a name with a space) makes the library throw before any handler.
 * The headers that count are read from the worker's own exchange.
 */
export function onInvocation({ began, failed }: InvocationListener): void {
  const model = workerCore()?.getProgrammingModel();
  if (!model) return;
  const getInvocationModel = model.getInvocationModel.bind(model);
  model.getInvocationModel = (invocation) => {
    const { invocationId, metadata, request } = invocation;
    const isHttp = Object.values(metadata.bindings).some(({ type }) => type?.toLowerCase() === 'httptrigger');
    if (!isHttp) return getInvocationModel(invocation);
    began(invocationId);
    delete request.triggerMetadata?.['Headers'];
    const invocationModel = getInvocationModel(invocation);
    const getArguments = invocationModel.getArguments.bind(invocationModel);
    invocationModel.getArguments = async () => {
      try {
        return await getArguments();
      } catch (error) {
        failed(invocationId);
        throw error;
      }
    };
    return invocationModel;
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
