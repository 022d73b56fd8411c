import type { Message } from '../../domain/message.ts';

/** How much text a conversation brings along when it is loaded, in UTF-8 bytes, and how many messages at most. */
export const RECENT_BYTES = 16 * 1024;
export const RECENT_MESSAGES = 200;

/** The newest of some messages, oldest first: as many as bring the text to its measure, or all. */
export function newestOf(messages: readonly Message[]): Message[] {
  let from = messages.length;
  let bytes = 0;
  while (from > 0 && messages.length - from < RECENT_MESSAGES && bytes < RECENT_BYTES) {
    from--;
    bytes += Buffer.byteLength(messages[from]?.content ?? '');
  }
  return messages.slice(from);
}
