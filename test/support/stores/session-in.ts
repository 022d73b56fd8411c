import type { SessionRecord, SessionStatus } from '../../../src/conversations/records/session.ts';
import { startSession } from '../../../src/conversations/rules/session-messages.ts';

export const T0 = '2026-11-20T09:00:00.000Z';
export const T1 = '2026-11-20T09:05:00.000Z';
export const mia = { oid: 'oid-mia', name: 'Mia' };
export const lee = { oid: 'oid-lee', name: 'Lee' };

/** A session with a status; claimed by Mia if the status requires it. */
export function sessionIn(status: SessionStatus): SessionRecord {
  const open = startSession('11111111-1111-4111-8111-111111111111', T0);
  if (status === 'open') return open;
  if (status === 'human_requested') return { ...open, status, humanRequestedAt: T0 };
  const claimed = { ...open, claimedBy: mia.oid, claimedByName: mia.name, claimedAt: T0 };
  return status === 'claimed' ? { ...claimed, status } : { ...claimed, status, closedAt: T0 };
}
