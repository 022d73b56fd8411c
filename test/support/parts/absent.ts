import type { EmailSender } from '../../../src/ports.ts';
import type { Notices } from '../../../src/conversations/notices.ts';
import type { Threads } from '../../../src/conversations/threads.ts';

/** Files of conversations that have no files. */
export const noFiles = {
  removeAll: () => Promise.resolve(),
  redeem: () => Promise.resolve([]),
};

/** A sender of e-mails that sends nothing and keeps no copies. */
export const noEmail: EmailSender = {
  send: () => Promise.resolve({ ok: false, permanent: true, code: 'channel-off' }),
  check: () => Promise.resolve({ state: 'pending' }),
  removeAll: () => Promise.resolve(),
};

/** Notices where no channel is on. */
export const noNotices: Notices = {
  add: (_before, session) => Promise.resolve({ session }),
  deliverStored: () => undefined,
};

/** A deployment without tags. */
export const noTags = {
  read: () => Promise.resolve({ catalog: [], etag: '"absent"' }),
  names: () => Promise.resolve({ names: new Map<string, string>(), etag: '"absent"' }),
};

/** Threads of one session each. */
export const noThreads: Pick<Threads, 'newest' | 'continuationOf' | 'markContinued'> = {
  newest: (found) => Promise.resolve(found),
  continuationOf: () => Promise.resolve(undefined),
  markContinued: () => undefined,
};
