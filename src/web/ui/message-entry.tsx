import { CircleQuestionMark, ThumbsDown, ThumbsUp, Unplug } from 'lucide-static';
import { isCorrectable } from '../../assistants/rules/quoted-passage.ts';
import { AttachmentList, hasWords, NO_LINKS, type AttachmentLinks } from './attachments.tsx';
import { Button } from './button.tsx';
import { formatDate, IN_SENTENCE } from './format.ts';
import { Icon } from './icon.tsx';
import { Markdown } from './markdown.tsx';
import { memo } from './memo.ts';
import { MessageTranslation } from './message-translation.tsx';
import { ProposalView } from './proposal-view.tsx';
import { Time } from './time.tsx';
import type { MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';
import { WhyAnswer } from './why-answer.tsx';

/** The delivery of an agent's message. */
export interface DeliveryShown {
  words: string;
  isBad: boolean;
}

interface MessageEntryProps {
  message: MessageShown;
  follows?: boolean;
  isMine?: boolean;
  isWanted?: boolean;
  isLastSeen?: boolean;
  /** Default: Visitor. */
  visitorName?: string | undefined;
  delivery?: DeliveryShown | undefined;
  links?: AttachmentLinks | undefined;
  /** Adds an answer of the assistant to the tests. */
  onKeep?: ((message: MessageShown) => void) | undefined;
  /** Corrects an answer of the assistant to a visitor's message. */
  onCorrect?: ((message: MessageShown) => void) | undefined;
  /** The language into which messages are translated for the reader. */
  language?: string | undefined;
}

/** A message with its author and time. Memoized: only changed messages are rendered again. */
export const MessageEntry = memo(MessageView);

function MessageView(props: MessageEntryProps) {
  const { message, follows, isMine, isWanted, isLastSeen, links = NO_LINKS, language } = props;
  const { role, content, createdAt, seq, attachments } = message;
  const { visitorName, delivery } = props;
  if (role === 'system') {
    return (
      <li class="entry system" data-seq={seq}>
        <SystemText message={message} /> <Time at={createdAt} as="clock" />
      </li>
    );
  }
  const states = [role, isMine && 'mine', follows && 'follows', isWanted && 'wanted'];
  return (
    <li class={`entry ${states.filter(Boolean).join(' ')}`} data-seq={seq}>
      <p class="who">
        <b>{isMine ? 'You' : <Author message={message} visitorName={visitorName} />}</b>{' '}
        <Time at={createdAt} as="clock" />
      </p>
      {hasWords(message) && (
        <div class="bubble" dir="auto">
          {role === 'visitor' ? <UntrustedText text={content} /> : <Markdown text={content} of={message} />}
        </div>
      )}
      <MessageTranslation message={message} language={language} />
      {attachments && <AttachmentList attachments={attachments} links={links} />}
      <OfferedActions message={message} />
      <Marks message={message} {...changesOf(props)} />
      {isLastSeen ? <footer class="facts">Seen</footer> : delivery && <Delivery delivery={delivery} />}
    </li>
  );
}

/** A system message. The date of a close is in the reader's format. */
function SystemText({ message: { content, event, closedAt } }: { message: MessageShown }) {
  if (event === 'continued' && closedAt !== undefined) {
    return <>Conversation closed on {formatDate(closedAt, IN_SENTENCE)}</>;
  }
  return <UntrustedText text={content} />;
}

type Changes = Pick<MessageEntryProps, 'onKeep' | 'onCorrect'>;

/** The buttons under an answer of the assistant. */
function changesOf({ message, onKeep, onCorrect }: MessageEntryProps): Changes {
  if (message.role !== 'assistant' || message.content === '') return {};
  return { onKeep, onCorrect: isCorrectable(message) ? onCorrect : undefined };
}

/** The actions that a message offered as buttons, and the change that it proposed. */
function OfferedActions({ message: { offers = [], proposal } }: { message: MessageShown }) {
  return (
    <>
      {offers.length > 0 && (
        <p class="facts">
          Offered: <UntrustedText text={offers.map(({ title }) => title).join(', ')} />
        </p>
      )}
      {proposal && <ProposalView proposal={proposal} />}
    </>
  );
}

function Delivery({ delivery: { words, isBad } }: { delivery: DeliveryShown }) {
  return (
    <footer class={isBad ? 'facts bad' : 'facts'}>
      <UntrustedText text={words} />
    </footer>
  );
}

function Author({
  message: { role, agent },
  visitorName,
}: Pick<MessageEntryProps, 'message' | 'visitorName'>) {
  if (role === 'visitor') return visitorName === undefined ? 'Visitor' : <UntrustedText text={visitorName} />;
  if (role === 'assistant') return 'Assistant';
  return agent ? <UntrustedText text={agent.name} /> : 'Agent';
}

/** The basis of an answer, and the visitor's rating. */
function Marks({ message, onKeep, onCorrect }: Pick<MessageEntryProps, 'message'> & Changes) {
  const { sources = [], rating, interrupted, unanswered, basis, correction } = message;
  const marks = [sources.length > 0, rating, interrupted, unanswered, basis, correction, onKeep, onCorrect];
  if (!marks.some(Boolean)) return null;
  return (
    <footer>
      {sources.length > 0 && <Sources sources={sources} />}
      <p class="facts">
        {unanswered && <Fact icon={CircleQuestionMark} kind="wait" words="Not answered" />}
        {interrupted && <Fact icon={Unplug} kind="bad" words="Interrupted" />}
        {rating === 'up' && <Fact icon={ThumbsUp} kind="good" words="Rated helpful" />}
        {rating === 'down' && <Fact icon={ThumbsDown} kind="bad" words={ratedDown(message)} />}
        {onCorrect && (
          <Button class="link" onClick={() => onCorrect(message)}>
            Correct
          </Button>
        )}
        {onKeep && (
          <Button class="link" onClick={() => onKeep(message)}>
            Keep as test
          </Button>
        )}
      </p>
      {correction && (
        <p class="facts">
          <span>
            Corrected by <UntrustedText text={correction.agent.name} />:{' '}
            <UntrustedText text={correction.content} />
          </span>
        </p>
      )}
      {basis && <WhyAnswer basis={basis} />}
    </footer>
  );
}

const ratedDown = ({ ratingComment }: MessageShown): string =>
  ratingComment === undefined ? 'Rated not helpful' : `Rated not helpful: “${ratingComment}”`;

function Fact({ icon, kind, words }: { icon: string; kind: 'good' | 'wait' | 'bad'; words: string }) {
  return (
    <span class={kind}>
      <Icon svg={icon} size={14} /> <UntrustedText text={words} />
    </span>
  );
}

function Sources({ sources }: { sources: NonNullable<MessageShown['sources']> }) {
  return (
    <p>
      {sources.length === 1 ? 'Source' : 'Sources'}:{' '}
      {sources.map(({ title, url }, index) => (
        <span key={index}>
          {index > 0 && ', '}
          {url !== undefined && /^https?:\/\//.test(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              <UntrustedText text={title} />
            </a>
          ) : (
            <UntrustedText text={title} />
          )}
        </span>
      ))}
    </p>
  );
}
