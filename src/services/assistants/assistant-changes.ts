import * as z from 'zod/mini';
import type { ChannelName } from '../../domain/records/outbox-entry.ts';
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

/**
 * How instances learn which channels of notices an admin has switched on: by the same document, so that it
 * costs no further read.
 */
export interface ChannelAnnouncements {
  /**
   * Called before a channel is switched on, and after it was switched off: what is announced may be more than
   * what is on, never less.
   */
  announceChannel(channel: ChannelName, on: boolean): Promise<void>;
  /** As announced at most 15 seconds ago; undefined where this instance has not read that. Reads nothing. */
  isAnnounced(channel: ChannelName): boolean | undefined;
}

/** More than a request takes that changes an assistant, and than the clocks of instances differ; in ms. */
const STORED_WITHIN_MS = 60_000;
/** How old the announced channels may be, in milliseconds. */
const CHANNELS_TTL_MS = 15_000;

const LATEST = {
  kind: 'assistant-changes',
  id: 'latest',
  /** After a rollback `channels` may name one of a later release. */
  schema: z.object({ storedBy: z.iso.datetime(), channels: z.exactOptional(z.array(z.string())) }),
};

export function assistantChanges(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): AssistantChanges & ChannelAnnouncements {
  const { ledger, clock } = dependencies;
  let known: { channels: readonly string[]; readAtMs: number } | undefined;

  const remember = (channels: readonly string[] = [], readAtMs = clock.now()) => {
    known = { channels, readAtMs };
  };

  return {
    async announce() {
      const storedBy = new Date(clock.now() + STORED_WITHIN_MS).toISOString();
      await updateDocument(LATEST.kind, dependencies, LATEST, (stored) => ({
        value: { ...stored?.value, storedBy },
        result: undefined,
      }));
    },

    async latest() {
      const readAtMs = clock.now();
      const found = await readDocument(ledger, LATEST);
      remember(found?.value.channels, readAtMs);
      if (!found) return { version: 'none', storedByMs: 0 };
      return { version: found.version, storedByMs: Date.parse(found.value.storedBy) };
    },

    async announceChannel(channel, on) {
      const document = { ...LATEST, consistency: 'strong' as const };
      const { result } = await updateDocument(LATEST.kind, dependencies, document, (stored) => {
        const announced = stored?.value ?? { storedBy: new Date(0).toISOString() };
        const before = announced.channels ?? [];
        if (before.includes(channel) === on) return { result: before };
        const channels = on ? [...before, channel] : before.filter((name) => name !== channel);
        return { value: { ...announced, channels }, result: channels };
      });
      remember(result);
    },

    isAnnounced(channel) {
      if (!known || clock.now() - known.readAtMs >= CHANNELS_TTL_MS) return undefined;
      return known.channels.includes(channel);
    },
  };
}
