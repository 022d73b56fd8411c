import type { SessionAgent } from './records/session.ts';

const ADDRESS = /\S@\S/;

/**
 * An agent as stored in sessions and messages, and shown to visitors. A name that is an e-mail address is
 * replaced, because directories without display names send the address.
 */
export function sessionAgent({ oid, name }: SessionAgent): SessionAgent {
  return { oid, name: name.trim() === '' || ADDRESS.test(name) ? 'Agent' : name };
}
