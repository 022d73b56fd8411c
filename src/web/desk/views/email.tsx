import { Send } from 'lucide-static';
import { useId, useRef, useState } from 'preact/hooks';
import { MAX_MESSAGE_LENGTH } from '../../../domain/text.ts';
import type { EmailKind, SentEmail } from '../../../domain/records/sent-email.ts';
import { Button } from '../../ui/button.tsx';
import { failureWords } from '../../ui/delivery-failures.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { Desk } from '../state/desk.ts';

interface EmailReplyProps {
  desk: Desk;
  sessionId: string;
}

/** An answer that is also sent to the visitor's e-mail address. */
export function EmailReply({ desk, sessionId }: EmailReplyProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const [sending, setSending] = useState(false);
  /** The id stays the same for retries of one text. */
  const messageId = useRef('');
  if (text === undefined) {
    return (
      <Button onClick={() => setText('')}>
        <Icon svg={Send} size={16} />
        Reply by email
      </Button>
    );
  }
  const send = async () => {
    messageId.current ||= crypto.randomUUID();
    setSending(true);
    const message = { content: text.trim(), clientMessageId: messageId.current };
    const isSent = await desk.actions.replyByEmail(sessionId, message);
    setSending(false);
    if (!isSent) return;
    messageId.current = '';
    setText(undefined);
  };
  return (
    <form
      class="email-reply"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !sending) void send();
      }}
    >
      <label for={id}>Reply by email</label>
      <textarea
        id={id}
        class="input"
        rows={5}
        dir="auto"
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onInput={({ currentTarget }) => {
          messageId.current = '';
          setText(currentTarget.value);
        }}
      />
      <div class="email-actions">
        <Button submit class="button primary" disabled={sending || text.trim() === ''}>
          Send
        </Button>
        <Button disabled={sending} onClick={() => setText(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const KINDS: Record<EmailKind, string> = {
  reply: 'Reply',
  unseen: 'New messages',
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
  if (failure === undefined) return kind === 'unseen' ? 'Will be sent if not seen' : 'Sending';
  const why = failureWords('email', failure);
  return state === 'failed' ? `Not delivered. ${why}` : `Not sent yet. ${why}`;
}
