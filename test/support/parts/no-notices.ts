import type { Notices } from '../../../src/conversations/notices.ts';

/** Notices where no channel is on. */
export const noNotices: Notices = {
  add: (_before, session) => Promise.resolve({ session }),
  deliverStored: () => undefined,
};
