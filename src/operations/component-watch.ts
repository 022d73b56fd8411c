import * as z from 'zod/mini';
import {
  componentProblem,
  problemReason,
  type WatchedComponent,
  type ComponentProblem,
  type WatchedReason,
} from '../platform/rules/component-problem.ts';
import { RequestBudgetError } from '../lib/concurrency.ts';
import { AppError, type ErrorCode } from '../core/errors.ts';
import type { Telemetry } from '../ports.ts';

/** The error code of each component's failure; other errors are ignored. */
const FAILURE: Record<WatchedComponent, ErrorCode> = {
  database: 'store-unavailable',
  vault: 'vault-unavailable',
  realtime: 'realtime-unavailable',
  identity: 'identity-unavailable',
  plan: 'misconfigured',
  files: 'files-unavailable',
};

/** Errors of `@azure/identity`: there was no token, so the component was not called. */
const NoToken = z.object({
  name: z.enum(['AuthenticationError', 'AggregateAuthenticationError', 'CredentialUnavailableError']),
});
/** The HTTP status in errors of the SDKs: `statusCode`, or `code` of Cosmos DB. */
const ResponseStatus = z.union([
  z.pipe(
    z.object({ statusCode: z.number() }),
    z.transform(({ statusCode }) => statusCode),
  ),
  z.pipe(
    z.object({ code: z.number() }),
    z.transform(({ code }) => code),
  ),
]);

/** SQLITE_FULL of `node:sqlite`, or the file system's error. */
const DiskFull = z.union([
  z.object({ errcode: z.literal(13) }),
  z.object({ code: z.enum(['ENOSPC', 'EDQUOT']) }),
]);

export function componentWatch({ record }: Pick<Telemetry, 'record'>) {
  const reasons = new Map<WatchedComponent, WatchedReason>();
  return {
    /**
     * Returns the work, and records whether the component succeeded. A full disk is reported until a write
     * succeeds (`isWrite`), because reads still succeed.
     */
    async observe<T>(component: WatchedComponent, work: Promise<T>, isWrite = false): Promise<T> {
      try {
        const result = await work;
        if (isWrite || reasons.get(component) !== 'disk-full') reasons.delete(component);
        return result;
      } catch (error) {
        const isItsFailure = error instanceof AppError && error.code === FAILURE[component];
        if (isItsFailure && !(error.cause instanceof RequestBudgetError)) {
          const reason = reasonOf(component, error.cause);
          const isNew = reasons.get(component) !== reason;
          if (reason === 'disk-full' && isNew) record({ type: 'warning', code: 'disk-full' });
          reasons.set(component, reason);
        }
        throw error;
      }
    },
    problems: (): ComponentProblem[] =>
      [...reasons].map(([component, reason]) => componentProblem(component, reason)),
  };
}

/**
 * Passive health checks: records which components failed at their latest use, so that health needs no calls.
 */
export type ComponentWatch = ReturnType<typeof componentWatch>;

function reasonOf(component: WatchedComponent, cause: unknown): WatchedReason {
  // A plan fails only if neither the publisher nor this release knows it; for an outage there is a stored
  // copy.
  if (component === 'plan') return 'not-found';
  if (NoToken.safeParse(cause).success) return 'no-token';
  if (DiskFull.safeParse(cause).success) return 'disk-full';
  return problemReason(ResponseStatus.safeParse(cause).data);
}

type Watched = (...of: never[]) => Promise<unknown> | AsyncIterable<unknown>;

interface WatchedUse<Name extends string> {
  component: WatchedComponent;
  watch: Pick<ComponentWatch, 'observe'>;
  reads?: readonly Name[];
  writes?: readonly Name[];
}

/** Observes the named methods of a port, including each piece of a stream. */
export function watched<Name extends string, Port extends Record<Name, Watched>>(
  port: Port,
  { component, watch, reads = [], writes = [] }: WatchedUse<Name>,
): Port {
  async function* pieces(stream: AsyncIterable<unknown>, isWrite: boolean): AsyncGenerator {
    const iterator = stream[Symbol.asyncIterator]();
    try {
      for (;;) {
        const piece = await watch.observe(component, iterator.next(), isWrite);
        if (piece.done) return;
        yield piece.value;
      }
    } finally {
      // A reader that stops early also ends the stream.
      await iterator.return?.();
    }
  }

  const observed = (name: Name, isWrite: boolean) => {
    const call = (...of: never[]) => {
      const result = port[name](...of);
      return Symbol.asyncIterator in result
        ? pieces(result, isWrite)
        : watch.observe(component, result, isWrite);
    };
    return [name, call] as const;
  };
  const methods = [
    ...reads.map((name) => observed(name, false)),
    ...writes.map((name) => observed(name, true)),
  ];
  return { ...port, ...Object.fromEntries(methods) };
}
