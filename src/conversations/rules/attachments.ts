import type { Attachment, ConversationFile } from '../records/attachment.ts';
import type { Message } from '../records/message.ts';

/** The maximum size of a file, in bytes. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
/** The maximum number of files in one conversation, from both sides, sent or not. */
export const MAX_FILES = 20;
const MAX_CONVERSATION_BYTES = 50 * 1024 * 1024;
export const MAX_FILES_OF_MESSAGE = 5;
/** The maximum number of uploads that a conversation may start per minute. */
export const UPLOADS_PER_MINUTE = 10;

const HOUR_MS = 3_600_000;
/** The time for an upload, in milliseconds. The file can be added to a message for one more hour. */
export const UPLOAD_MS = 23 * HOUR_MS;
export const TICKET_SECONDS = 3_600;
/** The age at which a file without a message is deleted, in milliseconds; no call can send it any more. */
export const UNSENT_FILE_MS = 25 * HOUR_MS;
/** How long a file stays reserved for a message that is being stored, in milliseconds. */
const PROMISE_MS = 60_000;
/** The lifetime of a link to a file, in seconds. */
export const LINK_SECONDS = 600;

/** Whether a conversation has room for another file. */
export function hasRoom(files: readonly Pick<ConversationFile, 'bytes'>[], bytes: number): boolean {
  const used = files.reduce((sum, file) => sum + file.bytes, 0);
  return files.length < MAX_FILES && used + bytes <= MAX_CONVERSATION_BYTES;
}

/** Whether the upload may still continue. */
export function isUploadOpen({ createdAt }: Pick<ConversationFile, 'createdAt'>, nowMs: number): boolean {
  return nowMs < Date.parse(createdAt) + UPLOAD_MS;
}

/** Whether a file is in no message and can no longer be sent. */
export function isAbandoned({ createdAt, sent }: ConversationFile, nowMs: number): boolean {
  return !sent && nowMs >= Date.parse(createdAt) + UNSENT_FILE_MS;
}

/** Reserves files for a message that is about to be stored, for one minute (`promisedUntil`). */
export function reserveFiles(
  files: readonly ConversationFile[],
  ids: ReadonlySet<string>,
  nowMs: number,
): ConversationFile[] {
  const promisedUntil = new Date(nowMs + PROMISE_MS).toISOString();
  return files.map((file) => (ids.has(file.id) && !file.sent ? { ...file, promisedUntil } : file));
}

/** Whether a file is in a message, or reserved for a message that is being stored. */
export function isFileInUse({ sent, promisedUntil }: ConversationFile, nowMs: number): boolean {
  return sent === true || (promisedUntil !== undefined && nowMs < Date.parse(promisedUntil));
}

/** The record of a file that calls no longer find; it is kept until its bytes are deleted. */
export function abandonedFile({ id, name, bytes, from }: ConversationFile): ConversationFile {
  return { id, name, bytes, from, createdAt: new Date(0).toISOString() };
}

/** Marks the files of messages as sent; returns the same list if nothing changes. */
export function markSent(
  files: readonly ConversationFile[],
  messages: readonly Message[],
): readonly ConversationFile[] {
  const ids = new Set(messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id)));
  const isNews = ({ id, sent }: ConversationFile) => !sent && ids.has(id);
  if (!files.some(isNews)) return files;
  return files.map((file) => (isNews(file) ? { ...file, sent: true as const } : file));
}

/** The text of a message that has only files: their names. */
export function captionOf(attachments: readonly Pick<Attachment, 'name'>[]): string {
  return attachments.map(({ name }) => name).join(', ');
}

/** Whether the text of a message is only the names of its files. */
export function isCaption({ content, attachments = [] }: Pick<Message, 'content' | 'attachments'>): boolean {
  return attachments.length > 0 && content === captionOf(attachments);
}

/** The result of a virus scanner for a file. */
export type ScanResult = 'clean' | 'malicious' | 'unscanned';
