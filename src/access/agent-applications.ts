import * as z from 'zod/mini';
import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { AgentApplication } from './records/agent-application.ts';
import { trusted } from '../lib/fields.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

const Stored = z.object({ application: z.optional(trusted(AgentApplication)) });
const DOCUMENT = {
  kind: 'settings',
  id: 'agent-application',
  schema: Stored,
  consistency: 'strong',
} as const;

/** The time to live of the cached application, in milliseconds. */
const APPLICATION_TTL_MS = 15_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  fromEnvironment: AgentApplication | undefined;
  /** Whether test agents are available while no application is configured. */
  hasLocalAgents: boolean;
};

/**
 * The application that agents sign in with, from the environment or saved by an admin. The application can be
 * saved in the store, because the next deployment of the template resets app settings that were edited by
 * hand.
 */
export function agentApplications(dependencies: Dependencies) {
  const { fromEnvironment, hasLocalAgents, ledger, clock } = dependencies;
  const cache = ttlCache<AgentApplication | undefined>({ clock, ttlMs: APPLICATION_TTL_MS, max: 1 });

  async function current(): Promise<AgentApplication | undefined> {
    if (fromEnvironment) return fromEnvironment;
    return await cache.get(DOCUMENT.id, async () => {
      return (await readDocument(ledger, DOCUMENT))?.value.application;
    });
  }

  return {
    /** IDP_APP_CLIENT_ID and IDP_APP_TENANT_ID, else the saved application; undefined without both. */
    current,
    /** Whether the environment sets the application; then it cannot be saved. */
    isFromEnvironment: fromEnvironment !== undefined,

    /** How agents sign in; `local`: with the test agents of the local host. */
    async signInKind(): Promise<'entra' | 'local' | 'none'> {
      if (await current()) return 'entra';
      return hasLocalAgents ? 'local' : 'none';
    },

    /** Undefined removes it. Throws `set-by-environment` if the environment sets it. */
    async save(application: AgentApplication | undefined): Promise<void> {
      if (fromEnvironment) throw new AppError('set-by-environment');
      await updateDocument('agent-application', dependencies, DOCUMENT, () => ({
        value: { application },
        result: undefined,
      }));
      cache.clear();
    },
  };
}
