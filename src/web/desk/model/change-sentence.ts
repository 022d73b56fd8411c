import type { Session } from '../../../conversations/records/public-session.ts';

/**
 * Describes a change of the open conversation by a colleague, the visitor or the service; undefined if it
 * needs no notice.
 */
export function changeSentence(before: Session, after: Session, oid: string): string | undefined {
  if (before.status === after.status && before.claimedBy === after.claimedBy) return undefined;
  const name = after.claimedByName ?? 'A colleague';
  switch (after.status) {
    case 'human_requested':
      return before.status === 'claimed'
        ? `${before.claimedByName ?? 'A colleague'} returned this conversation to the queue.`
        : 'The visitor asked for a person.';
    case 'claimed':
      if (after.claimedBy === oid) {
        return before.status === 'claimed'
          ? `${before.claimedByName ?? 'A colleague'} transferred this conversation to you.`
          : undefined;
      }
      return before.status === 'claimed'
        ? `${name} now has this conversation.`
        : `${name} claimed this conversation.`;
    case 'closed':
      return after.claimedBy === oid ? undefined : `${name} closed this conversation.`;
    case 'open':
      return undefined;
  }
}
