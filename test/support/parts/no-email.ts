import type { EmailSender } from '../../../src/ports.ts';

/** A sender of e-mails that sends nothing and keeps no copies. */
export const noEmail: EmailSender = {
  send: () => Promise.resolve({ ok: false, permanent: true, code: 'channel-off' }),
  check: () => Promise.resolve({ state: 'pending' }),
  removeAll: () => Promise.resolve(),
};
