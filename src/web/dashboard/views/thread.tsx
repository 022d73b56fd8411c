import { CircleQuestionMark, ThumbsDown, ThumbsUp, Unplug } from 'lucide-static';
import { useEffect, useRef } from 'preact/hooks';
import type { Transcript } from '../../../wire/admin.ts';
import { formatCount, formatDay, formatCost } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { Stranger } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { timeline, type Message, type Note, type Usage } from '../timeline.ts';

/** The conversation as it was read by the visitor, with what only the business sees under each answer. */
export function Thread({ transcript, at }: { transcript: Transcript; at: number }) {
  return (
    <ol class="thread" aria-label="Messages">
      {timeline(transcript).map((item) => {
        switch (item.is) {
          case 'day':
            return (
              <li key={item.at} class="day">
                {formatDay(item.at)}
              </li>
            );
          case 'note':
            return (
              <li key={item.note.id}>
                <NoteEntry note={item.note} />
              </li>
            );
          case 'message':
            return (
              <li key={item.message.id}>
                <Entry {...item} wanted={item.message.seq === at} />
              </li>
            );
        }
      })}
    </ol>
  );
}

/** What agents told each other; visitors never see it. */
function NoteEntry({ note: { agent, content, createdAt } }: { note: Note }) {
  return (
    <article class="entry note">
      <header>
        <b>
          <Stranger text={agent.name} />, private note{' '}
        </b>{' '}
        <Time at={createdAt} as="clock" />
      </header>
      <div class="bubble" dir="auto">
        <Stranger text={content} />
      </div>
    </article>
  );
}

/** What is told of a message's model call. */
type UsageShown = Pick<Usage, 'inputTokens' | 'outputTokens' | 'cost'> & { model?: string };

interface EntryProps {
  message: Message;
  usage: UsageShown | undefined;
  follows: boolean;
  /** Whether the reader came for this message. */
  wanted: boolean;
}

/** One message with who wrote it and when. */
export function Entry({ message, usage, follows, wanted }: EntryProps) {
  const { role, content, createdAt } = message;
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted) element.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  if (role === 'system') {
    return (
      <article ref={element} class="entry system">
        <Stranger text={content} /> <Time at={createdAt} as="clock" />
      </article>
    );
  }
  return (
    <article ref={element} class={`entry ${role}${follows ? ' follows' : ''}${wanted ? ' wanted' : ''}`}>
      <header>
        <b>
          <Author message={message} />
        </b>{' '}
        <Time at={createdAt} as="clock" />
      </header>
      <div class="bubble" dir="auto">
        {role === 'assistant' ? <Markdown text={content} /> : <Stranger text={content} />}
      </div>
      <Notes message={message} usage={usage} />
    </article>
  );
}

function Author({ message: { role, agent } }: { message: Message }) {
  switch (role) {
    case 'visitor':
      return 'Visitor';
    case 'agent':
      return agent ? <Stranger text={agent.name} /> : 'Agent';
    case 'assistant':
      return 'Assistant';
    case 'system':
      return null;
  }
}

/** What an answer rests on, what it cost, and how it was taken. */
function Notes({ message, usage }: Pick<EntryProps, 'message' | 'usage'>) {
  const { sources = [], rating, interrupted, unanswered } = message;
  if (!usage && sources.length === 0 && !rating && !interrupted && !unanswered) return null;
  return (
    <footer>
      {sources.length > 0 && (
        <p>
          {sources.length === 1 ? 'Source' : 'Sources'}:{' '}
          {sources.map(({ title, url }, index) => (
            <span key={index}>
              {index > 0 && ', '}
              {url !== undefined && /^https?:\/\//.test(url) ? (
                <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                  <Stranger text={title} />
                </a>
              ) : (
                <Stranger text={title} />
              )}
            </span>
          ))}
        </p>
      )}
      <p class="facts">
        {unanswered && (
          <span class="fact wait">
            <Icon svg={CircleQuestionMark} size={14} /> Not answered
          </span>
        )}
        {interrupted && (
          <span class="fact bad">
            <Icon svg={Unplug} size={14} /> Interrupted
          </span>
        )}
        {rating && (
          <span class={`fact ${rating === 'up' ? 'good' : 'bad'}`}>
            <Icon svg={rating === 'up' ? ThumbsUp : ThumbsDown} size={14} />{' '}
            {rating === 'up' ? 'Rated helpful' : 'Rated not helpful'}
          </span>
        )}
        {usage && (
          <span>
            {formatCount(usage.inputTokens)} tokens in, {formatCount(usage.outputTokens)} out ·{' '}
            {formatCost(usage)}
            {usage.model !== undefined && (
              <>
                {' '}
                · <Stranger text={usage.model} />
              </>
            )}
          </span>
        )}
      </p>
    </footer>
  );
}
