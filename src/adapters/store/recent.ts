import type { Message } from '../../domain/records/message.ts';

/** The budget of text embedded in a conversation, in UTF-8 bytes, and the maximum number of messages. */
export const RECENT_BYTES = 16 * 1024;
export const RECENT_MESSAGES = 200;

/** The newest messages whose text fits the budget, oldest first. */
export function newestOf(messages: readonly Message[]): Message[] {
  let from = messages.length;
  let bytes = 0;
  while (from > 0 && messages.length - from < RECENT_MESSAGES && bytes < RECENT_BYTES) {
    from--;
    bytes += Buffer.byteLength(messages[from]?.content ?? '');
  }
  return messages.slice(from);
}
