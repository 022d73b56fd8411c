import * as z from 'zod/mini';
import { AppError } from '../core/errors.ts';
import { nowIso, trusted } from '../lib/fields.ts';
import { CannedReply } from '../conversations/records/canned-reply.ts';
import type { Clock, Ledger, LedgerEntry } from '../ports.ts';
import { readable } from '../platform/ledger-documents.ts';

/** Without a version, a new reply is created. */
interface CannedEdit {
  title: string;
  content: string;
  version?: string | undefined;
}

const KIND = 'canned-replies';

const StoredReply = trusted(z.omit(CannedReply, { id: true, version: true }));

/** The agents' shared texts, one ledger document each, with optimistic concurrency. */
export function cannedReplies({ ledger, clock }: { ledger: Ledger; clock: Clock }) {
  return {
    /** Sorted by title. */
    async list(): Promise<CannedReply[]> {
      const all = readable(await ledger.list(KIND), StoredReply).map(fromEntry);
      return all.toSorted((one, other) => one.title.localeCompare(other.title));
    },

    /** Throws `edit-conflict` if it was changed since `version`; an unchanged text is not written. */
    async save(id: string, { title, content, version }: CannedEdit, author: string): Promise<CannedReply> {
      const value = { title, content, updatedAt: nowIso(clock), updatedBy: author };
      const written = await ledger.write(KIND, id, value, version ?? 'absent');
      if (written !== undefined) return { id, ...value, version: written };
      const entry = await ledger.read(KIND, id);
      const stored = entry && fromEntry(entry);
      if (stored?.title === title && stored.content === content) return stored;
      throw new AppError('edit-conflict');
    },

    /** Idempotent. */
    async remove(id: string, version: string): Promise<void> {
      if (await ledger.remove(KIND, id, version)) return;
      if (await ledger.read(KIND, id)) throw new AppError('edit-conflict');
    },
  };
}

function fromEntry({ id, value, version }: LedgerEntry): CannedReply {
  return { id, ...StoredReply.parse(value), version };
}
