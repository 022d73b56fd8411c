import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Note } from '../../domain/records/note.ts';
import type { AttachmentLinks } from './attachments.tsx';
import { formatDay, READER_LANG } from './format.ts';
import { Gap } from './gap.tsx';
import { memo } from './memo.ts';
import {
  MessageEntry,
  NoteEntry,
  positionAttributes,
  type EntryPosition,
  type UsageShown,
} from './message-entry.tsx';
import { Bar } from './skeleton.tsx';
import { CHUNK, isPast, WHOLE } from './thread-window.ts';
import { chunksOf, hasSeq, timeline, type Item, type MessageShown } from './timeline.ts';
import { useThreadWindow } from './use-thread-window.ts';

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
  /** Keeps an answer of the assistant as a test; the same function for every rendering. */
  onKeep?: (message: MessageShown) => void;
  /** Names the list where nothing around it does. */
  label?: string;
  /** Whether the reader begins at the newest message. */
  fromEnd?: boolean;
  /** What comes after the last message. */
  children?: ComponentChildren;
}

/**
 * A conversation as visitors read it, with the notes and marks that only the business sees. Of a long one the
 * part around the reader is in the page.
 */
export function Transcript(props: TranscriptProps) {
  const { messages, notes, oid, wantedSeq, seenSeq, usage, links, onKeep, label, fromEnd, children } = props;
  const items = useMemo(() => timeline(messages, notes), [messages, notes]);
  const before = useRef<Item[][]>([]);
  const chunks = useMemo(() => (before.current = chunksOf(items, CHUNK, before.current)), [items]);
  const wanted = chunks.findIndex((chunk) => hasSeq(chunk, wantedSeq));
  const start = wanted === -1 && fromEnd === true ? chunks.length - 1 : wanted;
  const isWhole = chunks.length <= WHOLE;
  const sizes = chunks.map(({ length }) => length);
  const { list, parts, heightOf } = useThreadWindow(sizes, Math.max(1, start));
  useEffect(() => {
    list.current?.querySelector(`[data-seq="${wantedSeq}"]`)?.scrollIntoView({ block: 'center' });
  }, [wantedSeq]);
  return (
    <ol ref={list} class="thread" aria-label={label}>
      {parts.map(({ from, to, isGap }) => {
        if (isGap) {
          const key = from === 0 ? 'above' : 'below';
          return <Gap key={key} chunks={chunks} from={from} to={to} height={heightOf({ from, to })} />;
        }
        const chunk = chunks[from] ?? [];
        return (
          <Chunk
            key={from}
            items={chunk}
            first={isWhole ? undefined : from * CHUNK + 1}
            isPast={!isWhole && isPast(from, chunks.length)}
            oid={oid}
            wantedSeq={hasSeq(chunk, wantedSeq) ? wantedSeq : undefined}
            seenSeq={hasSeq(chunk, seenSeq) ? seenSeq : undefined}
            usage={usage}
            links={links}
            onKeep={onKeep}
          />
        );
      })}
      {children}
    </ol>
  );
}

interface ChunkProps {
  items: readonly Item[];
  /** The position of its first item; undefined where the whole thread is in the page. */
  first: number | undefined;
  /** What is rendered of it is not new. */
  isPast: boolean;
  oid: string | undefined;
  wantedSeq: number | undefined;
  seenSeq: number | undefined;
  usage: ReadonlyMap<string, UsageShown> | undefined;
  links: AttachmentLinks | undefined;
  onKeep: ((message: MessageShown) => void) | undefined;
}

/** Consecutive items of a thread. An event renders the chunk that it changes, and of that what is new. */
const Chunk = memo(ChunkView);

function ChunkView(props: ChunkProps) {
  const { items, first, isPast: past, oid, wantedSeq, seenSeq, usage, links, onKeep } = props;
  return items.map((item, index) => {
    const position: EntryPosition = {
      position: first === undefined ? undefined : first + index,
      isPast: past,
    };
    switch (item.kind) {
      case 'day':
        return (
          <li key={item.at} class="day" lang={READER_LANG} {...positionAttributes(position)}>
            {formatDay(item.at)}
          </li>
        );
      case 'note':
        return (
          <NoteEntry key={item.note.id} note={item.note} isMine={item.note.agent.oid === oid} {...position} />
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
            usage={usage?.get(item.message.id)}
            links={item.message.attachments && links}
            onKeep={onKeep}
            {...position}
          />
        );
    }
  });
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
