import * as z from 'zod/mini';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import { AgentApplication } from '../../domain/records/agent-application.ts';
import { trusted } from '../../domain/records/fields.ts';
import type { Ports } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** The application that agents sign in with, and where it comes from. */
export interface AgentApplications {
  /** IDP_APP_CLIENT_ID and IDP_APP_TENANT_ID, else what an admin has saved; undefined if neither is set. */
  current(): Promise<AgentApplication | undefined>;
  /** How agents sign in; `local`: with the invented agents of the local host. */
  signInKind(): Promise<'entra' | 'local' | 'none'>;
  /** Whether the environment decides, so that nothing can be saved. */
  isFromEnvironment: boolean;
  /** Undefined removes it. `set-by-environment` if the environment decides. */
  save(application: AgentApplication | undefined): Promise<void>;
}

const Stored = z.object({ application: z.optional(trusted(AgentApplication)) });
const DOCUMENT = {
  kind: 'settings',
  id: 'agent-application',
  schema: Stored,
  consistency: 'strong',
} as const;

/** How long an instance keeps the saved application, in milliseconds. */
export const APPLICATION_TTL_MS = 15_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  fromEnvironment: AgentApplication | undefined;
  /** Whether there are invented agents while no application is configured. */
  hasLocalAgents: boolean;
};

/**
 * The application is stored, and not only a setting, because a setting that is made by hand is reset by the
 * next deployment of the template.
 */
export function agentApplications(dependencies: Dependencies): AgentApplications {
  const { fromEnvironment, hasLocalAgents, ledger, clock } = dependencies;
  const cache = ttlCache<AgentApplication | undefined>({ clock, ttlMs: APPLICATION_TTL_MS, max: 1 });

  async function current(): Promise<AgentApplication | undefined> {
    if (fromEnvironment) return fromEnvironment;
    return await cache.get(DOCUMENT.id, async () => {
      return (await readDocument(ledger, DOCUMENT))?.value.application;
    });
  }

  return {
    current,
    isFromEnvironment: fromEnvironment !== undefined,

    async signInKind() {
      if (await current()) return 'entra';
      return hasLocalAgents ? 'local' : 'none';
    },

    async save(application) {
      if (fromEnvironment) throw new AppError('set-by-environment');
      await updateDocument('agent-application', dependencies, DOCUMENT, () => ({
        value: { application },
        result: undefined,
      }));
      cache.clear();
    },
  };
}
