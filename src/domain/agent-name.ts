import type { SessionAgent } from './records/session.ts';

const ADDRESS = /\S@\S/;

/**
 * An agent as recorded in sessions and messages, and shown to visitors. A directory without display names
 * sends an e-mail address as name; that is never shown.
 */
export function sessionAgent({ oid, name }: SessionAgent): SessionAgent {
  return { oid, name: name.trim() === '' || ADDRESS.test(name) ? 'Agent' : name };
}
