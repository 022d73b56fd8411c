import { CircleQuestionMark, ThumbsDown, ThumbsUp, Unplug } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Note } from '../../domain/records/note.ts';
import { AttachmentList, hasWords, NO_LINKS, type AttachmentLinks } from './attachments.tsx';
import { formatCost, formatCount, formatDay } from './format.ts';
import { Icon } from './icon.tsx';
import { Markdown } from './markdown.tsx';
import { memo } from './memo.ts';
import { Bar } from './skeleton.tsx';
import { Time } from './time.tsx';
import { timeline, type MessageShown } from './timeline.ts';
import { UntrustedText } from './untrusted-text.tsx';
import { WhyAnswer } from './why-answer.tsx';

/** What the model calls of one message used. */
export interface UsageShown {
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
  model?: string;
}

interface TranscriptProps {
  messages: readonly MessageShown[];
  notes?: readonly Note[] | undefined;
  /** The agent who reads: what they wrote is "You". */
  oid?: string;
  /** The message that the reader came for; it is scrolled into view and outlined. */
  wantedSeq?: number;
  /** The last message of the agent that the visitor has seen. */
  seenSeq?: number | undefined;
  /** By the id of a message; shown to admins. */
  usage?: ReadonlyMap<string, UsageShown>;
  /** Where to read the files of messages. */
  links?: AttachmentLinks;
  /** Names the list where nothing around it does. */
  label?: string;
  /** What comes after the last message. */
  children?: ComponentChildren;
}

/** A conversation as visitors read it, with the notes and marks that only the business sees. */
export function Transcript(props: TranscriptProps) {
  const { messages, notes, oid, wantedSeq, seenSeq, usage, links, label, children } = props;
  const items = useMemo(() => timeline(messages, notes), [messages, notes]);
  return (
    <ol class="thread" aria-label={label}>
      {items.map((item) => {
        switch (item.kind) {
          case 'day':
            return (
              <li key={item.at} class="day">
                {formatDay(item.at)}
              </li>
            );
          case 'note':
            return <NoteEntry key={item.note.id} note={item.note} isMine={item.note.agent.oid === oid} />;
          case 'message':
            return (
              <MessageEntry
                key={item.message.id}
                message={item.message}
                follows={item.follows}
                isMine={oid !== undefined && item.message.agent?.oid === oid}
                isWanted={item.message.seq === wantedSeq}
                isLastSeen={item.message.seq === seenSeq}
                usage={usage?.get(item.message.id)}
                links={item.message.attachments && links}
              />
            );
        }
      })}
      {children}
    </ol>
  );
}

interface MessageEntryProps {
  message: MessageShown;
  follows?: boolean;
  isMine?: boolean;
  isWanted?: boolean;
  isLastSeen?: boolean;
  usage?: UsageShown | undefined;
  links?: AttachmentLinks | undefined;
}

/** One message with its author and time. An event renders the messages that it changes. */
export const MessageEntry = memo(MessageView);

function MessageView(props: MessageEntryProps) {
  const { message, follows, isMine, isWanted = false, isLastSeen, usage, links = NO_LINKS } = props;
  const { role, content, createdAt, seq, attachments } = message;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) element.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  if (role === 'system') {
    return (
      <li ref={element} class="entry system" data-seq={seq}>
        <UntrustedText text={content} /> <Time at={createdAt} as="clock" />
      </li>
    );
  }
  const states = [role, isMine && 'mine', follows && 'follows', isWanted && 'wanted'];
  return (
    <li ref={element} class={`entry ${states.filter(Boolean).join(' ')}`} data-seq={seq}>
      <p class="who">
        <b>{isMine ? 'You' : <Author message={message} />}</b> <Time at={createdAt} as="clock" />
      </p>
      {hasWords(message) && (
        <div class="bubble" dir="auto">
          {role === 'visitor' ? <UntrustedText text={content} /> : <Markdown text={content} />}
        </div>
      )}
      {attachments && <AttachmentList attachments={attachments} links={links} />}
      <Marks message={message} usage={usage} />
      {isLastSeen && <footer class="facts">Seen</footer>}
    </li>
  );
}

function Author({ message: { role, agent } }: { message: MessageShown }) {
  if (role === 'visitor') return 'Visitor';
  if (role === 'assistant') return 'Assistant';
  return agent ? <UntrustedText text={agent.name} /> : 'Agent';
}

/** What an answer is based on, how the visitor rated it, and what it cost. */
function Marks({ message, usage }: Pick<MessageEntryProps, 'message' | 'usage'>) {
  const { sources = [], rating, interrupted, unanswered, basis } = message;
  const marks = [usage, sources.length > 0, rating, interrupted, unanswered, basis];
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

/** A note that agents wrote for each other; visitors never see it. */
function NoteEntry({ note: { agent, content, createdAt }, isMine }: { note: Note; isMine: boolean }) {
  return (
    <li class="entry note">
      <p class="who">
        <b>{isMine ? 'You' : <UntrustedText text={agent.name} />}</b> <Time at={createdAt} as="clock" />
      </p>
      <div class="bubble" dir="auto">
        <UntrustedText text={content} />
      </div>
      <footer class="facts">Private note</footer>
    </li>
  );
}

/** The shape of a conversation while it is loaded. */
export function TranscriptShape() {
  return (
    <ol class="thread shape" aria-hidden="true">
      {['visitor', 'assistant', 'visitor', 'assistant'].map((role, index) => (
        <li key={index} class={`entry ${role}`}>
          <div class="bubble">
            <Bar width={role === 'visitor' ? 20 : 34} />
          </div>
        </li>
      ))}
    </ol>
  );
}
