import * as z from 'zod/mini';
import {
  componentProblem,
  problemReason,
  type WatchedComponent,
  type ComponentProblem,
  type WatchedReason,
} from '../../domain/component-problem.ts';
import { RequestBudgetError } from '../../domain/concurrency.ts';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import type {
  AgentIdentity,
  ConversationStore,
  Realtime,
  SecretVault,
  Telemetry,
  UploadStorage,
} from '../../ports.ts';

/**
 * Passive health checks: records which components failed at their latest use, so that health needs no calls.
 */
export interface ComponentWatch {
  /**
   * Returns the work, and records whether the component succeeded. A full disk is reported until a write
   * succeeds (`isWrite`), because reads still succeed.
   */
  observe<T>(component: WatchedComponent, work: Promise<T>, isWrite?: boolean): Promise<T>;
  problems(): ComponentProblem[];
}

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

export function componentWatch({ record }: Pick<Telemetry, 'record'>): ComponentWatch {
  const reasons = new Map<WatchedComponent, WatchedReason>();
  return {
    async observe(component, work, isWrite = false) {
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
    problems: () => [...reasons].map(([component, reason]) => componentProblem(component, reason)),
  };
}

function reasonOf(component: WatchedComponent, cause: unknown): WatchedReason {
  // A plan fails only if neither the publisher nor this release knows it; for an outage there is a stored
  // copy.
  if (component === 'plan') return 'not-found';
  if (NoToken.safeParse(cause).success) return 'no-token';
  if (DiskFull.safeParse(cause).success) return 'disk-full';
  return problemReason(ResponseStatus.safeParse(cause).data);
}

/** Observes a conversation store. */
export function watchedStore(store: ConversationStore, { observe }: ComponentWatch): ConversationStore {
  return { ...store, commit: (change) => observe('database', store.commit(change), true) };
}

/** Observes a vault. */
export function watchedVault(vault: SecretVault, { observe }: ComponentWatch): SecretVault {
  return {
    read: (name) => observe('vault', vault.read(name)),
    write: (name, value) => observe('vault', vault.write(name, value)),
    remove: (name) => observe('vault', vault.remove(name)),
  };
}

/** Observes an identity provider. */
export function watchedIdentity(identity: AgentIdentity, { observe }: ComponentWatch): AgentIdentity {
  return {
    verify: (token) => observe('identity', identity.verify(token)),
    signingKeys: () => observe('identity', identity.signingKeys()),
  };
}

/** Observes a real-time service. */
export function watchedRealtime<R extends Realtime>(realtime: R, { observe }: ComponentWatch): R {
  return {
    ...realtime,
    visitorAccess: (...of) => observe('realtime', realtime.visitorAccess(...of)),
    agentAccess: (...of) => observe('realtime', realtime.agentAccess(...of)),
    toGroup: (...of) => observe('realtime', realtime.toGroup(...of)),
    join: (...of) => observe('realtime', realtime.join(...of)),
    leave: (...of) => observe('realtime', realtime.leave(...of)),
    connectedAgents: () => observe('realtime', realtime.connectedAgents()),
    disconnect: (...of) => observe('realtime', realtime.disconnect(...of)),
  };
}

/** Observes a file storage, including each piece of a read. */
export function watchedUploads(storage: UploadStorage, { observe }: ComponentWatch): UploadStorage {
  return {
    putBlock: (...of) => observe('files', storage.putBlock(...of), true),
    blocks: (uploadId) => observe('files', storage.blocks(uploadId)),
    isJoined: (uploadId) => observe('files', storage.isJoined(uploadId)),
    join: (...of) => observe('files', storage.join(...of), true),
    async *read(uploadId) {
      const pieces = storage.read(uploadId)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const piece = await observe('files', pieces.next());
          if (piece.done) return;
          yield piece.value;
        }
      } finally {
        // A reader that stops early also ends the read of the storage.
        await pieces.return?.();
      }
    },
    remove: (uploadId) => observe('files', storage.remove(uploadId)),
    find: (uploadId) => observe('files', storage.find(uploadId)),
    removeFolder: (folder) => observe('files', storage.removeFolder(folder)),
  };
}
