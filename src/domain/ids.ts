import { createHash } from 'node:crypto';

/** Turns 16 bytes into a UUID of a version (RFC 9562 §4). */
function formatUuid(bytes: Uint8Array, version: number): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    version + hex.slice(13, 16),
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** Of all ids that the service gives to sessions, only those of registered widgets have this version (RFC 9562 §5.8). */
const WIDGET_SESSION_VERSION = 8;

/** The id of a new session of a registered widget, from 16 random bytes. */
export function widgetSessionId(randomBytes: Uint8Array): string {
  return formatUuid(randomBytes, WIDGET_SESSION_VERSION);
}

/** False for an id that no session of a registered widget has, which saves whoever only wants to know that a read. */
export function mayBeWidgetSession(sessionId: string): boolean {
  return sessionId.charAt(14) === String(WIDGET_SESSION_VERSION);
}

/**
 * The id of the assistant's answer to a visitor's message, derived from it (RFC 9562 §5.8), so that the store itself
 * refuses a second answer, whichever instance gives it.
 */
export function replyIdOf(messageId: string): string {
  return derivedId('reply', messageId);
}

/** The id of the system message that a trigger writes; derived like `replyIdOf`, so that it is stored once. */
export function derivedId(purpose: string, id: string): string {
  return formatUuid(createHash('sha256').update(`${purpose}:${id}`).digest().subarray(0, 16), 8);
}
