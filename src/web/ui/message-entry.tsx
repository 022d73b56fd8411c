import { CircleQuestionMark, ThumbsDown, ThumbsUp, Unplug } from 'lucide-static';
import type { Note } from '../../domain/records/note.ts';
import { AttachmentList, hasWords, NO_LINKS, type AttachmentLinks } from './attachments.tsx';
import { Button } from './button.tsx';
import { formatCost, formatCount } from './format.ts';
import { Icon } from './icon.tsx';
import { Markdown } from './markdown.tsx';
import { memo } from './memo.ts';
import { MessageTranslation } from './message-translation.tsx';
import { ProposalView } from './proposal-view.tsx';
import { Time } from './time.tsx';
import type { MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';
import { WhyAnswer } from './why-answer.tsx';

/** The usage of a message's model calls. */
export interface UsageShown {
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
  model?: string;
}

interface MessageEntryProps {
  message: MessageShown;
  follows?: boolean;
  isMine?: boolean;
  isWanted?: boolean;
  isLastSeen?: boolean;
  usage?: UsageShown | undefined;
  links?: AttachmentLinks | undefined;
  /** Adds an answer of the assistant to the tests. */
  onKeep?: ((message: MessageShown) => void) | undefined;
  /** The language into which messages are translated for the reader. */
  language?: string | undefined;
}

/** A message with its author and time. Memoized: only changed messages are rendered again. */
export const MessageEntry = memo(MessageView);

function MessageView(props: MessageEntryProps) {
  const { message, follows, isMine, isWanted, isLastSeen, usage, links = NO_LINKS, onKeep, language } = props;
  const { role, content, createdAt, seq, attachments } = message;
  if (role === 'system') {
    return (
      <li class="entry system" data-seq={seq}>
        <UntrustedText text={content} /> <Time at={createdAt} as="clock" />
      </li>
    );
  }
  const states = [role, isMine && 'mine', follows && 'follows', isWanted && 'wanted'];
  return (
    <li class={`entry ${states.filter(Boolean).join(' ')}`} data-seq={seq}>
      <p class="who">
        <b>{isMine ? 'You' : <Author message={message} />}</b> <Time at={createdAt} as="clock" />
      </p>
      {hasWords(message) && (
        <div class="bubble" dir="auto">
          {role === 'visitor' ? <UntrustedText text={content} /> : <Markdown text={content} of={message} />}
        </div>
      )}
      <MessageTranslation message={message} language={language} />
      {attachments && <AttachmentList attachments={attachments} links={links} />}
      <OfferedActions message={message} />
      <Marks
        message={message}
        usage={usage}
        onKeep={role === 'assistant' && content !== '' ? onKeep : undefined}
      />
      {isLastSeen && <footer class="facts">Seen</footer>}
    </li>
  );
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

function Author({ message: { role, agent } }: { message: MessageShown }) {
  if (role === 'visitor') return 'Visitor';
  if (role === 'assistant') return 'Assistant';
  return agent ? <UntrustedText text={agent.name} /> : 'Agent';
}

/** The basis of an answer, the visitor's rating, and the cost. */
function Marks({ message, usage, onKeep }: Pick<MessageEntryProps, 'message' | 'usage' | 'onKeep'>) {
  const { sources = [], rating, interrupted, unanswered, basis } = message;
  const marks = [usage, sources.length > 0, rating, interrupted, unanswered, basis, onKeep];
  if (!marks.some(Boolean)) return null;
  return (
    <footer>
      {sources.length > 0 && <Sources sources={sources} />}
      <p class="facts">
        {unanswered && <Fact icon={CircleQuestionMark} kind="wait" words="Not answered" />}
        {interrupted && <Fact icon={Unplug} kind="bad" words="Interrupted" />}
        {rating === 'up' && <Fact icon={ThumbsUp} kind="good" words="Rated helpful" />}
        {rating === 'down' && <Fact icon={ThumbsDown} kind="bad" words="Rated not helpful" />}
        {usage && (
          <span>
            {formatCount(usage.inputTokens)} tokens in, {formatCount(usage.outputTokens)} out ·{' '}
            {formatCost(usage)}
            {usage.model !== undefined && (
              <>
                {' '}
                · <UntrustedText text={usage.model} />
              </>
            )}
          </span>
        )}
        {onKeep && (
          <Button class="link" onClick={() => onKeep(message)}>
            Keep as test
          </Button>
        )}
      </p>
      {basis && <WhyAnswer basis={basis} />}
    </footer>
  );
}

function Fact({ icon, kind, words }: { icon: string; kind: 'good' | 'wait' | 'bad'; words: string }) {
  return (
    <span class={kind}>
      <Icon svg={icon} size={14} /> {words}
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

/** A private note, which visitors never see. */
export function NoteEntry({ note, isMine }: { note: Note; isMine: boolean }) {
  const { agent, content, createdAt, mentions = [] } = note;
  return (
    <li class="entry note">
      <p class="who">
        <b>{isMine ? 'You' : <UntrustedText text={agent.name} />}</b> <Time at={createdAt} as="clock" />
      </p>
      <div class="bubble" dir="auto">
        <UntrustedText text={content} />
      </div>
      <footer class="facts">
        Private note
        {mentions.length > 0 && (
          <>
            {' '}
            for <UntrustedText text={mentions.map(({ name }) => name).join(', ')} />
          </>
        )}
      </footer>
    </li>
  );
}
