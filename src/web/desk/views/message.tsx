import { CircleQuestionMark, ThumbsDown, ThumbsUp, Unplug } from 'lucide-static';
import type { Message } from '../../../domain/message.ts';
import type { Note } from '../../../wire/agent.ts';
import { formatClock, formatExact } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Stranger } from '../../ui/untrusted-text.tsx';
import type { Outgoing } from '../model/thread.ts';

interface MessageProps {
  message: Message;
  /** Whether the message before is by the same author, so that the name need not stand again. */
  follows: boolean;
  isMine: boolean;
  /** The visitor has read up to here, and no further. */
  isLastSeen: boolean;
}

/** A stored message, as the visitor sees it. */
export function MessageView({ message, follows, isMine, isLastSeen }: MessageProps) {
  const { role, content, createdAt, seq } = message;
  if (role === 'system') {
    return (
      <li class="entry system" data-seq={seq}>
        <Stranger text={content} /> <Clock at={createdAt} />
      </li>
    );
  }
  return (
    <li class={`entry ${role}${isMine ? ' mine' : ''}${follows ? ' follows' : ''}`} data-seq={seq}>
      <p class="who">
        <b>{isMine ? 'You' : <Author message={message} />}</b> <Clock at={createdAt} />
      </p>
      <div class="bubble" dir="auto">
        {role === 'visitor' ? <Stranger text={content} /> : <Markdown text={content} />}
      </div>
      <Marks message={message} />
      {isLastSeen && <p class="mark">Seen</p>}
    </li>
  );
}

function Author({ message: { role, agent } }: { message: Message }) {
  if (role === 'visitor') return 'Visitor';
  if (role === 'assistant') return 'Assistant';
  return agent ? <Stranger text={agent.name} /> : 'Agent';
}

function Clock({ at }: { at: string }) {
  return (
    <time datetime={at} title={formatExact(at)}>
      {formatClock(at)}
    </time>
  );
}

/** What is worth knowing about an answer of the assistant. */
function Marks({ message: { unanswered, interrupted, rating, sources = [] } }: { message: Message }) {
  const marks: [icon: string, words: string][] = [];
  if (unanswered) marks.push([CircleQuestionMark, 'Not answered']);
  if (interrupted) marks.push([Unplug, 'Interrupted']);
  if (rating)
    marks.push([
      rating === 'up' ? ThumbsUp : ThumbsDown,
      rating === 'up' ? 'Rated helpful' : 'Rated not helpful',
    ]);
  if (marks.length === 0 && sources.length === 0) return null;
  return (
    <p class="mark">
      {marks.map(([icon, words]) => (
        <span key={words}>
          <Icon svg={icon} size={14} /> {words}
        </span>
      ))}
      {sources.length > 0 && (
        <span>
          {sources.length === 1 ? 'Source' : 'Sources'}:{' '}
          <Stranger text={sources.map(({ title }) => title).join(', ')} />
        </span>
      )}
    </p>
  );
}

/** A note that only agents see, marked so that nobody takes it for a message. */
export function NoteView({ note, isMine }: { note: Note; isMine: boolean }) {
  return (
    <li class="entry note">
      <p class="who">
        <b>{isMine ? 'You' : <Stranger text={note.agent.name} />}</b> <Clock at={note.createdAt} />
      </p>
      <div class="bubble" dir="auto">
        <Stranger text={note.content} />
      </div>
      <p class="mark">Private note</p>
    </li>
  );
}

interface OutgoingProps {
  outgoing: Outgoing;
  /** Something before it did not arrive, so that it waits. */
  waits: boolean;
  onRetry: () => void;
  onEdit: () => void;
}

/** A message or a note that is on its way, or that did not arrive. */
export function OutgoingView({ outgoing, waits, onRetry, onEdit }: OutgoingProps) {
  const { content, failure, isNote } = outgoing;
  return (
    <li
      class={`entry ${isNote ? 'note' : 'agent mine follows'} ${failure ? 'failed' : 'sending'}`}
      aria-label={isNote && 'Private note'}
    >
      <div class="bubble" dir="auto">
        <Stranger text={content} />
      </div>
      {failure ? (
        <p class="mark bad" role="alert">
          <span>
            {isNote ? 'Not saved.' : 'Not sent.'} {failure.sentence}
          </span>
          <button type="button" class="link" onClick={onRetry}>
            Retry
          </button>
          <button type="button" class="link" onClick={onEdit}>
            Edit
          </button>
        </p>
      ) : (
        <p class="mark">{waits ? 'Waiting for the message above' : isNote ? 'Saving' : 'Sending'}</p>
      )}
    </li>
  );
}
