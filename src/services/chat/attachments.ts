import * as z from 'zod/mini';
import {
  BEGUN_PER_MINUTE,
  LINK_SECONDS,
  MAX_ATTACHMENT_BYTES,
  MAX_FILES_OF_MESSAGE,
  TICKET_SECONDS,
} from '../../domain/attachments.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import { trusted } from '../../domain/records/fields.ts';
import { Attachment, AttachmentSide } from '../../domain/records/attachment.ts';
import { BLOCK_BYTES } from '../../domain/uploads.ts';
import type { Ports } from '../../ports.ts';
import type { RateGate } from './rate-gate.ts';
import { fileAt, type ConversationFileStore, type FileOwner, type NewFile } from './conversation-files.ts';

/** A file that is to be sent in blocks of `blockBytes`; the last one is shorter. */
export interface BegunFile {
  id: string;
  bytes: number;
  blockBytes: number;
}

/** A file, and where to read it until a time. */
export interface LinkedAttachment extends Attachment {
  /** Path and query on the service. */
  path: string;
  expiresAt: string;
}

/** A file that is being read. */
export interface OpenedAttachment {
  attachment: Attachment;
  /** One piece of it is in memory at a time. */
  pieces: AsyncIterable<Uint8Array>;
}

/** The files of conversations, for both sides (docs/adr/0026). */
export interface Attachments extends Pick<ConversationFileStore, 'putBlock' | 'remove'> {
  /** Also `file-too-large`, and `rate-limited`: by conversation and minute, and by deployment and day. */
  begin(owner: FileOwner, file: NewFile): Promise<BegunFile>;
  /** Also gives the ticket with which a message holds the file. */
  complete(owner: FileOwner, id: string): Promise<{ attachment: Attachment; ticket: string }>;
  list(owner: FileOwner): Promise<LinkedAttachment[]>;
  /** The files of a message by their tickets, without a request to the store. */
  redeem(owner: FileOwner, tickets: readonly string[]): Promise<Attachment[]>;
  /**
   * Opens the file of a link. `attachment-link-expired` also for a link that is none or another file's;
   * `attachment-malicious` and `attachment-not-scanned` by what the virus scanner says now.
   */
  open(id: string, token: string): Promise<OpenedAttachment>;
}

const Ticket = z.object({ sessionId: z.string(), from: AttachmentSide, file: trusted(Attachment) });
const Link = z.object({ sessionId: z.string(), file: trusted(Attachment) });

const DAY_MS = 86_400_000;
const DAY_KEY = 'attachments';

type Dependencies = Pick<Ports, 'clock' | 'counters' | 'tokens' | 'uploadStorage'> & {
  files: ConversationFileStore;
  rateGate: Pick<RateGate, 'files'>;
  /** ATTACHMENTS_PER_DAY. */
  perDay: number;
  /** ATTACHMENTS_REQUIRE_SCAN: a file is read only after a scan that found nothing. */
  requiresScan: boolean;
};

export function attachments({
  clock,
  counters,
  tokens,
  uploadStorage: storage,
  files,
  rateGate,
  perDay,
  requiresScan,
}: Dependencies): Attachments {
  async function limitUploads(sessionId: string): Promise<void> {
    await rateGate.files(sessionId, BEGUN_PER_MINUTE);
    const now = clock.now();
    const [today] = await counters.hit([DAY_KEY], DAY_MS, now);
    if (today && today.count > perDay) {
      throw new AppError('rate-limited', {
        retryAfterSeconds: Math.max(1, Math.ceil((today.windowEndsAtMs - now) / 1000)),
      });
    }
  }

  return {
    async begin(owner, file) {
      if (file.bytes > MAX_ATTACHMENT_BYTES) throw new AppError('file-too-large');
      await limitUploads(owner.sessionId);
      const { id, bytes } = await files.begin(owner, file);
      return { id, bytes, blockBytes: BLOCK_BYTES };
    },

    putBlock: (...of) => files.putBlock(...of),
    remove: (...of) => files.remove(...of),

    async complete(owner, id) {
      const attachment = await files.complete(owner, id);
      const ticket = await tokens.make(
        'attachment',
        { ...owner, file: attachment },
        TICKET_SECONDS,
        'sealed',
      );
      return { attachment, ticket };
    },

    async list(owner) {
      const expiresAt = new Date(clock.now() + LINK_SECONDS * 1000).toISOString();
      const { sessionId } = owner;
      return await Promise.all(
        (await files.list(owner)).map(async (file) => {
          const token = await tokens.make('attachment-link', { sessionId, file }, LINK_SECONDS, 'sealed');
          return { ...file, path: `/api/attachments/${file.id}/content?token=${token}`, expiresAt };
        }),
      );
    },

    async redeem({ sessionId, from }, tickets) {
      if (tickets.length > MAX_FILES_OF_MESSAGE) throw invalid(`must be at most ${MAX_FILES_OF_MESSAGE}`);
      const read = await Promise.all(tickets.map((ticket) => tokens.read('attachment', ticket, 'sealed')));
      return read.map((claims) => {
        const ticket = z.safeParse(Ticket, claims).data;
        if (ticket?.sessionId !== sessionId || ticket.from !== from) {
          throw invalid('must be tickets of this conversation that have not expired');
        }
        return ticket.file;
      });
    },

    async open(id, token) {
      const claims = await tokens.read('attachment-link', token, 'sealed');
      const link = z.safeParse(Link, claims).data;
      if (link?.file.id !== id) throw new AppError('attachment-link-expired');
      const place = fileAt(link.sessionId, id);
      const stored = await storage.find(place);
      if (!stored) throw new AppError('attachment-not-found');
      if (stored.scan === 'malicious') throw new AppError('attachment-malicious');
      if (requiresScan && stored.scan !== 'clean') throw new AppError('attachment-not-scanned');
      return { attachment: link.file, pieces: storage.read(place) };
    },
  };
}

function invalid(message: string): AppError {
  return invalidField('attachments', message);
}
