import { derivedId, uuidOfBytes } from '../../lib/ids.ts';

/** The UUID version of session ids of registered widgets (RFC 9562 §5.8). */
const WIDGET_SESSION_VERSION = 8;

/** The UUID version of other session ids. */
const RANDOM_VERSION = 4;

/** The id of a new session of a registered widget, from 16 random bytes. */
export function widgetSessionId(randomBytes: Uint8Array): string {
  return uuidOfBytes(randomBytes, WIDGET_SESSION_VERSION);
}

/** False if the id cannot be a session of a registered widget, so that callers can skip a read. */
export function mayBeWidgetSession(sessionId: string): boolean {
  return sessionId.charAt(14) === String(WIDGET_SESSION_VERSION);
}

/**
 * The id of the session that continues a closed one. It keeps the kind of the session, so that it is a
 * registered widget's only if the closed one is.
 */
export function continuationIdOf(sessionId: string): string {
  const version = mayBeWidgetSession(sessionId) ? WIDGET_SESSION_VERSION : RANDOM_VERSION;
  return derivedId('continuation', sessionId, version);
}

/**
 * The id of the assistant's reply, derived from the id of the visitor's message. A second reply from any
 * instance has the same id, so the store refuses it.
 */
export function replyIdOf(messageId: string): string {
  return derivedId('reply', messageId);
}
