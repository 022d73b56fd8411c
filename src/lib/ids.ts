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

/** The UUID version of session ids of registered widgets (RFC 9562 §5.8). */
const WIDGET_SESSION_VERSION = 8;

/** The id of a new session of a registered widget, from 16 random bytes. */
export function widgetSessionId(randomBytes: Uint8Array): string {
  return formatUuid(randomBytes, WIDGET_SESSION_VERSION);
}

/** False if the id cannot be a session of a registered widget, so that callers can skip a read. */
export function mayBeWidgetSession(sessionId: string): boolean {
  return sessionId.charAt(14) === String(WIDGET_SESSION_VERSION);
}

/** The UUID version of other session ids. */
const RANDOM_VERSION = 4;

/**
 * The id of the session that continues a closed one. It keeps the kind of the session, so that it is a
 * registered widget's only if the closed one is.
 */
export function continuationIdOf(sessionId: string): string {
  const bytes = createHash('sha256').update(`continuation:${sessionId}`).digest().subarray(0, 16);
  return formatUuid(bytes, mayBeWidgetSession(sessionId) ? WIDGET_SESSION_VERSION : RANDOM_VERSION);
}

/**
 * The id of the assistant's reply, derived from the id of the visitor's message (RFC 9562 §5.8). A second
 * reply from any instance has the same id, so the store refuses it.
 */
export function replyIdOf(messageId: string): string {
  return derivedId('reply', messageId);
}

/** A deterministic id for a purpose and an id, like `replyIdOf`, so that a repeat is stored once. */
export function derivedId(purpose: string, id: string): string {
  return formatUuid(createHash('sha256').update(`${purpose}:${id}`).digest().subarray(0, 16), 8);
}
