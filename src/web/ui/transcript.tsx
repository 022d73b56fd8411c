import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Note } from '../../domain/records/note.ts';
import type { AttachmentLinks } from './attachments.tsx';
import { formatDay, READER_LANG } from './format.ts';
import { MessageEntry, NoteEntry, type UsageShown } from './message-entry.tsx';
import { Bar } from './skeleton.tsx';
import { timeline, type MessageShown } from './timeline.ts';

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
  /** The links to the files of messages. */
  links?: AttachmentLinks;
  /** Keeps an answer of the assistant as a test; the same function for every rendering. */
  onKeep?: (message: MessageShown) => void;
  /** The language that the reader has messages translated into. */
  language?: string | undefined;
  /** Names the list where nothing around it does. */
  label?: string;
  /** The content after the last message. */
  children?: ComponentChildren;
}

/** A conversation as visitors read it, with the notes and marks that only the business sees. */
export function Transcript(props: TranscriptProps) {
  const { messages, notes, oid, wantedSeq, seenSeq, usage, links, onKeep, language, label, children } = props;
  const items = useMemo(() => timeline(messages, notes), [messages, notes]);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-seq="${wantedSeq}"]`)?.scrollIntoView({ block: 'center' });
  }, [wantedSeq]);
  return (
    <ol ref={list} class="thread" aria-label={label}>
      {items.map((item) => {
        switch (item.kind) {
          case 'day':
            return (
              <li key={item.at} class="day" lang={READER_LANG}>
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
                onKeep={onKeep}
                language={language}
              />
            );
        }
      })}
      {children}
    </ol>
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
