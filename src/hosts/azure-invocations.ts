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

export interface Invocations {
  /** The headers of a request as the platform says that it received them, by lower-case name; once. */
  takeReceived(invocationId: string): ReadonlyMap<string, string> | undefined;
}

/**
 * Tells of each invocation of an HTTP function before the library looks at it.
 *
 * Keeps the platform's word for the headers from the library. It is the caller's where a body has a member named
 * `headers`, and one that is no set of headers (a list, a name with a space) makes the library throw before any handler.
 * The headers that count are read from the worker's own exchange, all but the one that the platform replaces there
 * (`receivedForwardedFor`).
 */
export function invocations({ began, failed }: InvocationListener): Invocations {
  const received = new Map<string, unknown>();
  const model = workerCore()?.getProgrammingModel();
  const getInvocationModel = model?.getInvocationModel.bind(model);
  if (model && getInvocationModel) {
    model.getInvocationModel = (invocation) => {
      if (!isHttp(invocation)) return getInvocationModel(invocation);
      const { invocationId, request } = invocation;
      received.set(invocationId, request.triggerMetadata?.['Headers']);
      delete request.triggerMetadata?.['Headers'];
      began(invocationId);
      const invocationModel = getInvocationModel(invocation);
      const getArguments = invocationModel.getArguments.bind(invocationModel);
      invocationModel.getArguments = async () => {
        try {
          return await getArguments();
        } catch (error) {
          received.delete(invocationId);
          failed(invocationId);
          throw error;
        }
      };
      return invocationModel;
    };
  }
  return {
    takeReceived(invocationId) {
      const headers = headersOf(received.get(invocationId));
      received.delete(invocationId);
      return headers;
    },
  };
}

function isHttp({ metadata }: PlatformInvocation): boolean {
  return Object.values(metadata.bindings).some(({ type }) => type?.toLowerCase() === 'httptrigger');
}

/** The headers in a value of the platform; undefined where it is anything else, as only a caller can make it. */
function headersOf(data: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof data !== 'object' || data === null || !('json' in data)) return undefined;
  if (typeof data.json !== 'string') return undefined;
  const headers: unknown = JSON.parse(data.json);
  if (typeof headers !== 'object' || headers === null) return undefined;
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
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
