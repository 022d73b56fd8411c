import * as z from 'zod/mini';
import type { Ports, Version } from '../../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

/** The latest announcement of a change of any assistant. */
export interface Announcement {
  /** Changes with each announcement. */
  version: Version | 'none';
  /** The announced change is stored by then, or never will be; in milliseconds since the epoch. */
  storedByMs: number;
}

/** How instances learn of each other's changes of assistants with one small read, however many there are. */
export interface AssistantChanges {
  /** Announces a change. It is stored first, so that no instance can miss a change that is stored. */
  announce(): Promise<void>;
  latest(): Promise<Announcement>;
}

/** More than a request takes that changes an assistant, and than the clocks of instances differ; in ms. */
const STORED_WITHIN_MS = 60_000;

const LATEST = {
  kind: 'assistant-changes',
  id: 'latest',
  schema: z.object({ storedBy: z.iso.datetime() }),
};

export function assistantChanges(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): AssistantChanges {
  const { ledger, clock } = dependencies;
  return {
    async announce() {
      const storedBy = new Date(clock.now() + STORED_WITHIN_MS).toISOString();
      const announced = { value: { storedBy }, result: undefined };
      await updateDocument(LATEST.kind, dependencies, LATEST, () => announced);
    },

    async latest() {
      const found = await readDocument({ read: ledger.readBesideTurn }, LATEST);
      if (!found) return { version: 'none', storedByMs: 0 };
      return { version: found.version, storedByMs: Date.parse(found.value.storedBy) };
    },
  };
}
