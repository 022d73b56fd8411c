import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { TeamsChannelRecord, WorkflowStates, type WorkflowSlot } from './records/teams-channel.ts';
import { workflowAddress } from './rules/workflow-address.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument, type LedgerDocument } from '../platform/ledger-documents.ts';

const KIND = 'teams-channel';

/** The settings; strong, because they contain the target of cards. */
export const SETTINGS: LedgerDocument<TeamsChannelRecord> = {
  kind: KIND,
  id: 'settings',
  schema: TeamsChannelRecord,
  consistency: 'strong',
};
const STATES: LedgerDocument<WorkflowStates> = { kind: KIND, id: 'states', schema: WorkflowStates };

/** The time to live of `recentSettings`, in milliseconds. */
const TTL_MS = 15_000;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry' | 'vault'>;

type AddressLookup = { url: URL; secret: string } | 'absent' | 'replaced';

export function teamsChannelRecords(dependencies: Dependencies) {
  const { ledger, vault, clock } = dependencies;
  const recent = ttlCache<TeamsChannelRecord | undefined>({ clock, ttlMs: TTL_MS });
  const read = async () => (await readDocument(ledger, SETTINGS))?.value;

  return {
    settings: read,
    /** The cached settings, at most 15 s old. */
    recentSettings: (): Promise<TeamsChannelRecord | undefined> => recent.get('', read),
    /** Clears the cached settings, after this instance changed them. */
    forget: recent.clear,
    states: async (): Promise<WorkflowStates> => (await readDocument(ledger, STATES))?.value ?? {},

    async changeStates(change: (states: WorkflowStates) => WorkflowStates): Promise<WorkflowStates> {
      const { result } = await updateDocument(KIND, dependencies, STATES, (stored) => {
        const states = stored?.value ?? {};
        const value = change(states);
        return { ...(value !== states && { value }), result: value };
      });
      return result;
    },

    /**
     * The address of a workflow, from the vault. `absent`: no address is set. `replaced`: an admin has set
     * another address since the settings were read.
     */
    async address(settings: TeamsChannelRecord | undefined, slot: WorkflowSlot): Promise<AddressLookup> {
      const kept = settings?.[slot];
      if (!kept) return 'absent';
      const found = await vault.read(kept.secret);
      const address = found && workflowAddress(found.value);
      return address && 'url' in address ? { url: address.url, secret: kept.secret } : 'replaced';
    },
  };
}

/** The records of the Teams channel: its settings, the states of its workflows, and their addresses. */
export type TeamsChannelRecords = ReturnType<typeof teamsChannelRecords>;

/** Resolves to undefined if a component is unavailable; other errors are thrown. */
export async function ignoreUnavailable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
