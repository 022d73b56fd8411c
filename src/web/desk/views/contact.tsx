import { Mail, MailCheck } from 'lucide-static';
import type { ListedSession } from '../../../domain/records/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { leftMessageFacts } from '../../ui/visitor-facts.tsx';
import { isMine } from '../model/rows.ts';
import type { Desk } from '../state/desk.ts';
import type { Conversation } from '../state/state.ts';

interface ContactProps {
  desk: Desk;
  row: ListedSession;
  conversation: Conversation;
  oid: string;
}

/** What the visitor left, and the mark that it is answered; nothing where no message was left. */
export function Contact({ desk, row, conversation, oid }: ContactProps) {
  const { sessionId, leftMessage, status, claimedBy } = row;
  if (!leftMessage) return null;
  const mayMark = isMine(row, oid) || (status === 'closed' && claimedBy === oid);
  const isAnswered = leftMessage.answeredAt !== undefined;
  return (
    <section class="contact" aria-label="Message left">
      <dl class="details">
        {leftMessageFacts(leftMessage, conversation.about.contact).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mayMark && (
        <button
          type="button"
          class="button"
          disabled={conversation.acting !== undefined}
          onClick={() => void desk.actions.markAnswered(sessionId, !isAnswered)}
        >
          <Icon svg={isAnswered ? Mail : MailCheck} size={16} />
          {isAnswered ? 'Mark as not answered' : 'Mark as answered'}
        </button>
      )}
    </section>
  );
}
