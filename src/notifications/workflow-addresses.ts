import { invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { StoredAddress, WorkflowSlot } from './records/teams-channel.ts';
import { WORKFLOW_SLOTS } from './rules/teams-channel.ts';
import { REFUSED_ADDRESS, workflowAddress } from './rules/workflow-address.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { ignoreUnavailable } from './teams-channel-records.ts';

type Addresses<T> = { [slot in WorkflowSlot]?: T | undefined };
export type StoredAddresses = Addresses<StoredAddress>;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'vault'> & { background: Background };

/** Stores the addresses of workflows, which are secrets, in the vault; the settings contain their names. */
export function workflowAddresses({ clock, random, vault, background }: Dependencies) {
  return {
    /** Stores addresses in the vault, under new names. */
    async store(addresses: Addresses<URL>): Promise<StoredAddresses> {
      const kept: StoredAddresses = {};
      for (const slot of WORKFLOW_SLOTS) {
        const address = addresses[slot];
        if (!address) continue;
        const secret = `teams-workflow-${random.uuid()}`;
        await vault.write(secret, address.href);
        kept[slot] = { secret, host: address.hostname, since: nowIso(clock) };
      }
      return kept;
    },

    /** Deletes unused addresses, in the background; after a failure they stay in the vault. */
    erase(addresses: readonly (StoredAddress | undefined)[]): void {
      for (const address of addresses) {
        if (address) background.run(ignoreUnavailable(vault.remove(address.secret)));
      }
    },
  };
}

/** The new addresses of an edit; throws `validation-failed` if an address is not a workflow's. */
export function addressesIn(edit: Addresses<string | null>): Addresses<URL> {
  const addresses: Addresses<URL> = {};
  for (const slot of WORKFLOW_SLOTS) {
    const text = edit[slot];
    if (text === undefined || text === null) continue;
    const address = workflowAddress(text);
    if ('refused' in address) throw invalidField(slot, REFUSED_ADDRESS[address.refused]);
    addresses[slot] = address.url;
  }
  return addresses;
}
