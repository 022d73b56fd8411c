import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Note } from '../../conversations/records/note.ts';
import type { AttachmentLinks } from './attachments.tsx';
import { formatDay, READER_LANG } from './format.ts';
import { MessageEntry, type DeliveryShown } from './message-entry.tsx';
import { NoteEntry } from './note-entry.tsx';
import { Bar } from './skeleton.tsx';
import { timeline, type MessageShown } from './timeline.ts';

interface TranscriptProps {
  messages: readonly MessageShown[];
  notes?: readonly Note[] | undefined;
  /** The reading agent, whose messages have the author "You". */
  oid?: string;
  /** The message to scroll to and highlight. */
  wantedSeq?: number;
  /** The last agent message that the visitor has seen. */
  seenSeq?: number | undefined;
  /** The visitor's name, above their messages. */
  visitorName?: string | undefined;
  /** The deliveries of agents' messages, by message id. */
  deliveries?: ReadonlyMap<string, DeliveryShown>;
  /** Shows the reading agent's own notes. Must be a stable component. */
  OwnNote?: ComponentType<{ note: Note }> | undefined;
  /** The links to files in messages. */
  links?: AttachmentLinks;
  /** Adds an answer of the assistant to the tests. Must be a stable function. */
  onKeep?: (message: MessageShown) => void;
  /** Corrects an answer of the assistant. Must be a stable function. */
  onCorrect?: (message: MessageShown) => void;
  /** The language into which messages are translated for the reader. */
  language?: string | undefined;
  /** The accessible name of the list, if no heading names it. */
  label?: string;
  /** Content after the last message. */
  children?: ComponentChildren;
}

/** A conversation as visitors see it, with internal notes and marks. */
export function Transcript(props: TranscriptProps) {
  const { messages, notes, oid, wantedSeq, seenSeq, links, language, label, children } = props;
  const { onKeep, onCorrect } = props;
  const { visitorName, deliveries, OwnNote } = props;
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
            return OwnNote && item.note.agent.oid === oid ? (
              <OwnNote key={item.note.id} note={item.note} />
            ) : (
              <NoteEntry key={item.note.id} note={item.note} />
            );
          case 'message':
            return (
              <MessageEntry
                key={item.message.id}
                message={item.message}
                follows={item.follows}
                isMine={oid !== undefined && item.message.agent?.oid === oid}
                isWanted={item.message.seq === wantedSeq}
                isLastSeen={item.message.seq === seenSeq}
                visitorName={visitorName}
                delivery={deliveries?.get(item.message.id)}
                links={item.message.attachments && links}
                onKeep={onKeep}
                onCorrect={onCorrect}
                language={language}
              />
            );
        }
      })}
      {children}
    </ol>
  );
}

/** The placeholder of a conversation while it loads. */
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
