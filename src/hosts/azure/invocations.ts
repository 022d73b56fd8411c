import { createRequire } from 'node:module';
import { INVOCATION_ID } from './pairing.ts';

/** The platform's metadata of an HTTP invocation. */
interface PlatformInvocation {
  invocationId: string;
  metadata?: { bindings?: Record<string, { type?: string | null }> };
  request: { triggerMetadata?: Record<string, unknown> | null };
}

interface InvocationModel {
  getArguments(): Promise<unknown>;
  getResponse(context: unknown, result: unknown): Promise<unknown>;
}

/** The part of the worker's core module that the programming model uses; it is not in a package. */
interface WorkerCore {
  getProgrammingModel(): { getInvocationModel?(invocation: PlatformInvocation): InvocationModel } | undefined;
}

/**
 * The handler's result if the reply was already written to the worker's response. The library treats
 * undefined and errors as failures.
 */
export const ANSWERED = {};

interface InvocationListener {
  /**
   * An invocation of an HTTP function has started. `callersId`: the id in a header of the caller, which the
   * functions host does not replace.
   */
  started(invocationId: string, callersId: string | undefined): void;
  /**
   * The library could not build a request from the placeholder. True if it was given the real exchange, so
   * that it should retry.
   */
  retry(invocationId: string): boolean;
  /** The invocation failed before its handler ran. */
  failed(invocationId: string): void;
  /** The library does not accept placeholders. */
  incompatible(): void;
}

/**
 * Reports each invocation of an HTTP function before the library handles it.
 *
 * Withholds the platform's headers from the library. They are the caller's if a body has a member named
 * `headers`. A value that is not a set of headers (a list, a name with a space) makes the library throw
 * before any handler. The real headers are read from the worker's own exchange, except the one that the
 * platform replaces there (`receivedForwardedFor`).
 */
export function invocations({ started, retry, failed, incompatible }: InvocationListener) {
  const received = new Map<string, ReadonlyMap<string, string> | undefined>();
  const model = workerCore()?.getProgrammingModel();
  const getInvocationModel = model?.getInvocationModel?.bind(model);
  if (model && getInvocationModel) {
    model.getInvocationModel = (invocation) => {
      if (!isHttp(invocation)) return getInvocationModel(invocation);
      const { invocationId, request } = invocation;
      const headers = headersOf(request.triggerMetadata?.['Headers']);
      received.set(invocationId, headers);
      delete request.triggerMetadata?.['Headers'];
      started(invocationId, headers?.get(INVOCATION_ID));
      const invocationModel = getInvocationModel(invocation);
      const getArguments = invocationModel.getArguments.bind(invocationModel);
      const getResponse = invocationModel.getResponse.bind(invocationModel);
      /** Retries once; the second failure is not caused by the placeholder. */
      const retried = async () => {
        const again = await getArguments();
        incompatible();
        return again;
      };
      invocationModel.getArguments = async () => {
        try {
          return await getArguments().catch((error: unknown) => {
            if (retry(invocationId)) return retried();
            throw error;
          });
        } catch (error) {
          received.delete(invocationId);
          failed(invocationId);
          throw error;
        }
      };
      invocationModel.getResponse = async (context, result) => {
        try {
          return await getResponse(context, result);
        } catch (error) {
          if (result !== ANSWERED) throw error;
          incompatible();
          return { invocationId, outputData: [] };
        }
      };
      return invocationModel;
    };
  }
  return {
    /** False if the library's model was not found, or has another shape. */
    isInstalled: getInvocationModel !== undefined,
    /**
     * The headers in the platform's metadata, by lower-case name. This call removes the entry.
     */
    takeReceived(invocationId: string): ReadonlyMap<string, string> | undefined {
      const headers = received.get(invocationId);
      received.delete(invocationId);
      return headers;
    },
  };
}

export type Invocations = ReturnType<typeof invocations>;

function isHttp({ metadata }: PlatformInvocation): boolean {
  return Object.values(metadata?.bindings ?? {}).some(({ type }) => type?.toLowerCase() === 'httptrigger');
}

/**
 * The headers in a metadata value; undefined if it has another shape, which only a caller can cause.
 */
function headersOf(data: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof data !== 'object' || data === null || !('json' in data)) return undefined;
  if (typeof data.json !== 'string') return undefined;
  const headers: unknown = JSON.parse(data.json);
  if (typeof headers !== 'object' || headers === null) return undefined;
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/** The worker's core module; undefined outside a worker. */
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
