import type { ListedSession } from '../../../conversations/records/public-session.ts';
import { isSnoozed, UNTIL_MESSAGE } from '../../../conversations/rules/snooze.ts';
import { Time } from '../../ui/time.tsx';

/** Shows until when a conversation is snoozed. Renders nothing if it is not snoozed. */
export function SnoozeEnd({ row, isShort = false }: { row: ListedSession; isShort?: boolean }) {
  const { snoozedUntil = '' } = row;
  if (!isSnoozed(row, Date.now())) return null;
  return (
    <span class={isShort ? 'item-holder' : ''}>
      <span class={isShort ? 'unseen' : ''}>Snoozed until </span>
      {snoozedUntil === UNTIL_MESSAGE ? 'next message' : <Time at={snoozedUntil} />}
    </span>
  );
}
