import type { Message } from '../../../conversations/records/message.ts';
import type { SentEmail } from '../../../conversations/records/sent-email.ts';
import type { DeliveryShown } from '../../ui/message-entry.tsx';

/** The sentences for failures are loaded with the details. */
const SEE = 'The reason is in the details, under E-mails.';

/** The delivery of agents' messages, by message id: on the page, or by e-mail. */
export function deliveriesOf(
  messages: readonly Message[],
  emails: readonly SentEmail[] = [],
): ReadonlyMap<string, DeliveryShown> {
  const said = messages.filter(({ role }) => role === 'agent');
  const shown = new Map<string, DeliveryShown>();
  const newest = said.at(-1);
  if (newest) shown.set(newest.id, { words: 'Sent', isBad: false });
  for (const email of emails) {
    const delivery = deliveryOf(email);
    const last = delivery && said.findLast((message) => isIn(email, message));
    if (delivery && last) shown.set(last.id, delivery);
  }
  return shown;
}

/** Whether an e-mail brings a message. */
function isIn(
  { kind, messageId, afterSeq = 0, upToSeq = Infinity }: SentEmail,
  { id, seq }: Message,
): boolean {
  if (kind === 'reply') return id === messageId;
  return kind === 'unseen' && seq > afterSeq && seq <= upToSeq;
}

function deliveryOf({ kind, state, failure, to }: SentEmail): DeliveryShown | undefined {
  switch (state) {
    case 'skipped':
      return undefined;
    case 'sent':
      return { words: `E-mailed to ${to}`, isBad: false };
    case 'waiting':
      if (failure !== undefined) return { words: `Not e-mailed yet. ${SEE}`, isBad: true };
      return { words: `${kind === 'reply' ? 'Being' : 'Waiting to be'} e-mailed to ${to}`, isBad: false };
    case 'failed':
      return { words: `Not delivered by e-mail. ${SEE}`, isBad: true };
  }
}
