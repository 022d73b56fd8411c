import type { Session } from '../../../domain/session.ts';

/**
 * What a colleague, the visitor or the service has done to a conversation that the agent looks at, in one sentence;
 * undefined where it is not worth one.
 */
export function newsOf(before: Session, after: Session, oid: string): string | undefined {
  if (before.status === after.status && before.claimedBy === after.claimedBy) return undefined;
  const name = after.claimedByName ?? 'A colleague';
  switch (after.status) {
    case 'human_requested':
      return before.status === 'claimed'
        ? `${before.claimedByName ?? 'A colleague'} has put this one back in the queue.`
        : 'The visitor has asked for a person.';
    case 'claimed':
      if (after.claimedBy === oid) {
        return before.status === 'claimed'
          ? `${before.claimedByName ?? 'A colleague'} has handed this one to you.`
          : undefined;
      }
      return before.status === 'claimed' ? `${name} has this one now.` : `${name} has just taken this one.`;
    case 'closed':
      return after.claimedBy === oid ? undefined : `${name} has closed this one.`;
    case 'open':
      return undefined;
  }
}
