import { createHash } from 'node:crypto';

/** Formats 16 bytes as a UUID of a version (RFC 9562 §4). */
function formatUuid(bytes: Uint8Array, version: number): string {
  const hex = Buffer.from(bytes).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `${version}${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}

/** Only session ids of registered widgets have this version (RFC 9562 §5.8). */
const WIDGET_SESSION_VERSION = 8;

/** The id of a new session of a registered widget, from 16 random bytes. */
export function widgetSessionId(randomBytes: Uint8Array): string {
  return formatUuid(randomBytes, WIDGET_SESSION_VERSION);
}

/** False for an id that cannot be a registered widget's session, so that the caller saves a read. */
export function mayBeWidgetSession(sessionId: string): boolean {
  return sessionId.charAt(14) === String(WIDGET_SESSION_VERSION);
}

/**
 * The id of the assistant's reply, derived from the visitor's message id (RFC 9562 §5.8), so that the store
 * refuses a second reply from any instance.
 */
export function replyIdOf(messageId: string): string {
  return derivedId('reply', messageId);
}

/** The id of the system message for a trigger; derived like `replyIdOf`, so that it is stored once. */
export function derivedId(purpose: string, id: string): string {
  return formatUuid(createHash('sha256').update(`${purpose}:${id}`).digest().subarray(0, 16), 8);
}
