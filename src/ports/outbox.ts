import type { OutboxEntry } from '../conversations/records/outbox-entry.ts';
import type { Page, Version } from './pages.ts';

/** An entry with the condition of its next write. */
export interface StoredEntry {
  entry: OutboxEntry;
  version: Version;
}

/** The transactional outbox: notices that are not delivered yet. `ConversationStore.commit` writes them. */
export interface OutboxStore {
  /** Entries with a delivery that is due at or before a time (RFC 3339), longest due first. */
  dueOutbox(before: string, limit: number): Promise<StoredEntry[]>;
  /** All entries of one conversation, in their order. */
  outboxOf(sessionId: string): Promise<StoredEntry[]>;
  /** Dead letters: entries with a delivery that is no longer retried, newest first. */
  deadOutbox(paging: { limit: number; cursor?: string }): Promise<Page<StoredEntry>>;
  /**
   * Stores the new state of an entry; one without deliveries is removed. Undefined after a concurrent write
   * since `expected`, or if the entry no longer exists.
   */
  saveEntry(entry: OutboxEntry, expected: Version): Promise<Version | undefined>;
}
