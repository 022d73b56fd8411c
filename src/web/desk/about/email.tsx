import type { EmailKind, SentEmail } from '../../../conversations/records/sent-email.ts';
import { failureWords } from '../../ui/delivery-failures.ts';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

const KINDS: Record<EmailKind, string> = {
  reply: 'Reply',
  unseen: 'New messages',
  received: 'Confirmation of a message',
  confirmation: 'Confirmation of an address',
  transcript: 'Transcript',
};

/**
 * The e-mails that were sent to the visitor, newest first, with reasons of failures. Renders nothing if there
 * are no e-mails.
 */
export function SentEmails({ emails = [] }: { emails?: readonly SentEmail[] | undefined }) {
  const shown = emails.filter(({ state }) => state !== 'skipped').toReversed();
  if (shown.length === 0) return null;
  return (
    <section class="sent-emails" aria-label="E-mails">
      <h3>E-mails</h3>
      <ul>
        {shown.map((email) => (
          <li key={email.id}>
            <strong>{KINDS[email.kind]}</strong> <Time at={email.at} />
            <div>
              <UntrustedText text={email.to} />
            </div>
            <div class={email.failure ? 'bad' : 'quiet'}>{stateOf(email)}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf({ kind, state, failure }: SentEmail): string {
  if (state === 'sent') return 'Sent';
  if (failure === undefined) return kind === 'unseen' ? 'Waiting, sent if not seen' : 'Waiting to be sent';
  const why = failureWords('email', failure);
  return state === 'failed' ? `Not delivered. ${why}` : `Not sent yet. ${why}`;
}
