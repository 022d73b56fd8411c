import * as z from 'zod/mini';
import { derivedId } from '../../domain/ids.ts';
import type { Ports } from '../../ports.ts';
import { updateDocument } from '../platform/ledger-documents.ts';

/** Leases on the hosts of websites: one instance reads a host at a time, for all assistants. */
export interface WebsiteLeases {
  /** Takes or renews the lease of a host; false if another owner has it. */
  claim(host: string, owner: string): Promise<boolean>;
  release(host: string, owner: string): Promise<void>;
}

/** The lease after its last renewal, in milliseconds. */
export const WEBSITE_LEASE_MS = 60_000;

const KIND = 'website-leases';
const Lease = z.object({ owner: z.string(), until: z.iso.datetime() });

export function websiteLeases(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): WebsiteLeases {
  const { clock } = dependencies;
  const leaseOf = (host: string) => ({
    kind: KIND,
    id: derivedId('website-host', host),
    schema: Lease,
    consistency: 'strong' as const,
  });
  const isTaken = (lease: z.output<typeof Lease> | undefined, owner: string) =>
    lease !== undefined && lease.owner !== owner && Date.parse(lease.until) > clock.now();

  return {
    async claim(host, owner) {
      const { result } = await updateDocument<z.output<typeof Lease>, boolean>(
        KIND,
        dependencies,
        leaseOf(host),
        (stored) => {
          if (isTaken(stored?.value, owner)) return { result: false };
          const until = new Date(clock.now() + WEBSITE_LEASE_MS).toISOString();
          return { value: { owner, until }, result: true };
        },
      );
      return result;
    },

    async release(host, owner) {
      await updateDocument(KIND, dependencies, leaseOf(host), (stored) =>
        stored?.value.owner === owner
          ? { value: { owner, until: new Date(clock.now()).toISOString() }, result: undefined }
          : { result: undefined },
      );
    },
  };
}
