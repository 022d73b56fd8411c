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
 * Remembers which components failed at their latest use, so that health can name them without asking them
 * itself.
 */
export interface ComponentWatch {
  /**
   * Passes work on, and takes note of whether the component did it. A full disk is noted until something is
   * written (`isWrite`): reads succeed on it.
   */
  observe<T>(component: WatchedComponent, work: Promise<T>, isWrite?: boolean): Promise<T>;
  problems(): ComponentProblem[];
}

/** The code by which each component's own failure is known; any other error says nothing of the component. */
const FAILURE: Record<WatchedComponent, ErrorCode> = {
  database: 'store-unavailable',
  vault: 'vault-unavailable',
  realtime: 'realtime-unavailable',
  identity: 'identity-unavailable',
  plan: 'misconfigured',
  files: 'files-unavailable',
};

/** Errors of `@azure/identity`: there was no token, so the component was not asked. */
const NoToken = z.object({
  name: z.enum(['AuthenticationError', 'AggregateAuthenticationError', 'CredentialUnavailableError']),
});
/** How the SDKs of the components tell the status of an answer; Cosmos calls it `code`. */
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

/** SQLITE_FULL, by `node:sqlite`, or the file system's own error. */
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
  // A plan fails where neither the publisher nor the service knows it; a publisher that is away has a last
  // copy.
  if (component === 'plan') return 'not-found';
  if (NoToken.safeParse(cause).success) return 'no-token';
  if (DiskFull.safeParse(cause).success) return 'disk-full';
  return problemReason(ResponseStatus.safeParse(cause).data);
}

/** A store of conversations whose failures to write are noted. */
export function watchedStore(store: ConversationStore, { observe }: ComponentWatch): ConversationStore {
  return { ...store, commit: (change) => observe('database', store.commit(change), true) };
}

/** A vault whose failures are noted. */
export function watchedVault(vault: SecretVault, { observe }: ComponentWatch): SecretVault {
  return {
    read: (name) => observe('vault', vault.read(name)),
    write: (name, value) => observe('vault', vault.write(name, value)),
  };
}

/** An identity provider whose failures are noted. */
export function watchedIdentity(identity: AgentIdentity, { observe }: ComponentWatch): AgentIdentity {
  return {
    verify: (token) => observe('identity', identity.verify(token)),
    signingKeys: () => observe('identity', identity.signingKeys()),
  };
}

/** A real-time service whose failures are noted. */
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

/** A file storage whose failures are noted; of reading a file, those of each piece. */
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
        // A reader that has seen enough ends the reading of the storage, too.
        await pieces.return?.();
      }
    },
    remove: (uploadId) => observe('files', storage.remove(uploadId)),
    find: (uploadId) => observe('files', storage.find(uploadId)),
    removeFolder: (folder) => observe('files', storage.removeFolder(folder)),
  };
}
