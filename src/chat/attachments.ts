import * as z from 'zod/mini';
import {
  UPLOADS_PER_MINUTE,
  LINK_SECONDS,
  MAX_ATTACHMENT_BYTES,
  MAX_FILES_OF_MESSAGE,
  TICKET_SECONDS,
} from '../conversations/rules/attachments.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { trusted } from '../lib/fields.ts';
import { Attachment, AttachmentSide } from '../conversations/records/attachment.ts';
import { BLOCK_BYTES } from '../platform/rules/uploads.ts';
import type { Ports } from '../ports.ts';
import type { RegisteredWidget } from '../widgets/widget-registry.ts';
import type { AttachmentIds } from './attachment-ids.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { AttachmentQuota } from './attachment-quota.ts';
import type { DownloadSlots } from './download-slots.ts';
import type { ConversationFileStore, FileOwner, NewFile } from './conversation-files.ts';
import { filePath } from './file-list.ts';

/** A started upload, to be sent in blocks of `blockBytes`; the last block is shorter. */
interface StartedUpload {
  id: string;
  bytes: number;
  blockBytes: number;
}

/** A file with a link that is valid until `expiresAt`. */
export interface LinkedAttachment extends Attachment {
  /** Path and query on the service. */
  path: string;
  expiresAt: string;
}

export interface AttachmentStream {
  attachment: Attachment;
  /** One piece is in memory at a time. */
  pieces: AsyncIterable<Uint8Array>;
  /** Must be called when reading ends; it releases the download slot. */
  end: () => void;
}

/** The files of conversations, for visitors and agents (ADR 26). */
export interface Attachments extends Pick<ConversationFileStore, 'putBlock' | 'remove'> {
  /**
   * Also throws `file-too-large`, and `rate-limited`: per conversation and minute, per deployment and day,
   * and per visitor's address and day.
   */
  begin(owner: FileOwner, file: NewFile, clientIp?: string): Promise<StartedUpload>;
  /**
   * Counts a block in the rate-limit window of its file, before the request is processed. Throws
   * `attachment-not-found` for an id that the service did not issue.
   */
  countBlock(id: string): Promise<void>;
  /**
   * Also returns the ticket that adds the file to a message. Throws `rate-limited` like `begin`, and per file
   * and minute, and per visitor's address and minute.
   */
  complete(
    owner: FileOwner,
    id: string,
    clientIp?: string,
  ): Promise<{ attachment: Attachment; ticket: string }>;
  list(owners: readonly FileOwner[]): Promise<LinkedAttachment[]>;
  /** The files for the tickets of a message; they are reserved until the message is stored. */
  redeem(owner: FileOwner, tickets: readonly string[]): Promise<Attachment[]>;
  /**
   * Opens the file of a link. Throws `attachment-link-expired`, also for an invalid link, a link to another
   * file, and a visitor's link after their widget was disabled or deleted. `attachment-malicious` and
   * `attachment-not-scanned` follow the current result of the virus scanner. `rate-limited`: the address has
   * no free download slot.
   */
  open(id: string, token: string, clientIp: string | undefined): Promise<AttachmentStream>;
}

const Ticket = z.object({
  sessionId: z.string(),
  from: AttachmentSide,
  agent: z.optional(z.string()),
  file: trusted(Attachment),
});
/** The size of a piece in bytes; a slow reader has several in memory. */
const PIECE_BYTES = 128 * 1024;

const Link = z.object({
  sessionId: z.string(),
  widgetId: z.optional(z.string()),
  file: trusted(Attachment),
});

type Dependencies = Pick<Ports, 'clock' | 'tokens' | 'uploadStorage'> & {
  files: ConversationFileStore;
  rateGate: Pick<RateGate, 'files' | 'blocks' | 'completions'>;
  quota: AttachmentQuota;
  slots: DownloadSlots;
  ids: Pick<AttachmentIds, 'isOwn'>;
  findWidget: (id: string) => Promise<RegisteredWidget | undefined>;
  /** The setting ATTACHMENTS_REQUIRE_SCAN: files can be read only after a clean scan. */
  requiresScan: boolean;
};

export function attachments({
  clock,
  tokens,
  uploadStorage: storage,
  files,
  ids,
  rateGate,
  findWidget,
  quota,
  slots,
  requiresScan,
}: Dependencies): Attachments {
  async function isOpen(widgetId: string | undefined): Promise<boolean> {
    return widgetId === undefined || (await findWidget(widgetId))?.widget.enabled === true;
  }

  async function linked(owner: FileOwner): Promise<LinkedAttachment[]> {
    const expiresAt = new Date(clock.now() + LINK_SECONDS * 1000).toISOString();
    const { sessionId, widgetId } = owner;
    const link = { sessionId, ...(widgetId !== undefined && { widgetId }) };
    return await Promise.all(
      (await files.list(owner)).map(async (file) => {
        const token = await tokens.issue('attachment-link', { ...link, file }, LINK_SECONDS, 'sealed');
        return { ...file, path: `/api/attachments/${file.id}/content?token=${token}`, expiresAt };
      }),
    );
  }

  return {
    async begin(owner, file, clientIp) {
      if (file.bytes > MAX_ATTACHMENT_BYTES) throw new AppError('file-too-large');
      await rateGate.files(owner.sessionId, UPLOADS_PER_MINUTE);
      await quota.begin(clientIp);
      const { id, bytes } = await files.begin(owner, file);
      return { id, bytes, blockBytes: BLOCK_BYTES };
    },

    async countBlock(id) {
      if (!(await ids.isOwn(id))) throw new AppError('attachment-not-found');
      await rateGate.blocks(id);
    },

    putBlock: (...of) => files.putBlock(...of),
    remove: (...of) => files.remove(...of),

    async complete(owner, id, clientIp) {
      await rateGate.completions(id, clientIp);
      const attachment = await files.complete(owner, id, () => quota.count(clientIp));
      const ticket = await tokens.issue(
        'attachment',
        { ...owner, file: attachment },
        TICKET_SECONDS,
        'sealed',
      );
      return { attachment, ticket };
    },

    async list(owners) {
      return (await Promise.all(owners.map((owner) => linked(owner)))).flat();
    },
    async redeem(owner, tickets) {
      if (tickets.length > MAX_FILES_OF_MESSAGE) {
        throw invalidTickets(`must be at most ${MAX_FILES_OF_MESSAGE}`);
      }
      const read = await Promise.all(tickets.map((ticket) => tokens.read('attachment', ticket, 'sealed')));
      const own = read.flatMap((claims) => {
        const ticket = z.safeParse(Ticket, claims).data;
        return ticket && isOf(owner, ticket) ? [ticket.file] : [];
      });
      const areAll = own.length === tickets.length;
      if (
        !areAll ||
        !(await files.reserve(
          owner,
          own.map(({ id }) => id),
        ))
      ) {
        throw invalidTickets('must be tickets of files of this conversation, neither expired nor removed');
      }
      return own;
    },

    async open(id, token, clientIp) {
      const claims = await tokens.read('attachment-link', token, 'sealed');
      const link = z.safeParse(Link, claims).data;
      if (link?.file.id !== id || !(await isOpen(link.widgetId))) {
        throw new AppError('attachment-link-expired');
      }
      const path = filePath(link.sessionId, id);
      const stored = await storage.find(path);
      if (!stored) throw new AppError('attachment-not-found');
      if (stored.scan === 'malicious') throw new AppError('attachment-malicious');
      if (requiresScan && stored.scan !== 'clean') throw new AppError('attachment-not-scanned');
      return {
        attachment: link.file,
        pieces: storage.read(path, PIECE_BYTES),
        end: await slots.take(clientIp),
      };
    },
  };
}

function isOf({ sessionId, from, agent }: FileOwner, ticket: z.output<typeof Ticket>): boolean {
  return ticket.sessionId === sessionId && ticket.from === from && ticket.agent === agent;
}

function invalidTickets(message: string): AppError {
  return invalidField('attachments', message);
}
