import { ArrowDown } from 'lucide-static';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatDay } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import type { Desk } from '../state/desk.ts';
import type { Mode } from '../state/kept.ts';
import type { Conversation } from '../state/state.ts';
import { timeline } from '../model/timeline.ts';
import { useNow } from '../use-now.ts';
import { MessageView, NoteView, OutgoingView } from './message.tsx';

/** For this long after a sign of it the visitor counts as typing. */
const TYPING_MS = 5_000;
/** So near to the end, in pixels, the reader is taken to follow it. */
const NEAR_END = 80;

interface MessagesProps {
  desk: Desk;
  sessionId: string;
  conversation: Conversation;
  onEdit: (content: string, mode: Mode) => void;
}

/** The whole history, from the visitor's first words on. Whoever reads the end is kept there; whoever reads above is left there. */
export function Messages({ desk, sessionId, conversation, onEdit }: MessagesProps) {
  const { messages, notes, outgoing, loaded, visitorSeen } = conversation;
  const { oid } = desk.state.get().me;
  const scroller = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const following = useRef(follows);
  following.current = follows;
  const items = useMemo(() => timeline(messages, notes), [messages, notes]);
  const lastSeen = messages.findLast(({ role, seq }) => role === 'agent' && seq <= visitorSeen)?.seq;

  const toEnd = () => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(() => {
    if (follows || outgoing.some(({ failure }) => !failure)) toEnd();
  }, [items, outgoing, loaded, conversation.visitorTypedAtMs]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resized = new ResizeObserver(() => {
      if (following.current) toEnd();
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);

  return (
    <div class="messages-holder">
      <div
        class="messages"
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-label="Messages"
        aria-busy={!loaded}
        onScroll={({ currentTarget }) => setFollows(atEnd(currentTarget))}
      >
        {loaded ? (
          <ol class="thread">
            {items.map((item) => {
              switch (item.kind) {
                case 'day':
                  return (
                    <li key={item.at} class="day">
                      {formatDay(item.at)}
                    </li>
                  );
                case 'note':
                  return (
                    <NoteView key={item.note.id} note={item.note} isMine={item.note.agent.oid === oid} />
                  );
                case 'message':
                  return (
                    <MessageView
                      key={item.message.id}
                      message={item.message}
                      follows={item.follows}
                      isMine={item.message.agent?.oid === oid}
                      isLastSeen={item.message.seq === lastSeen}
                    />
                  );
              }
            })}
            {outgoing.map((one, index) => (
              <OutgoingView
                key={one.id}
                outgoing={one}
                waits={outgoing
                  .slice(0, index)
                  .some(({ failure, isNote }) => failure && isNote === one.isNote)}
                onRetry={() => desk.outbox.retry(sessionId, one.id)}
                onEdit={() => onEdit(desk.outbox.withdraw(sessionId, one.id), one.isNote ? 'note' : 'reply')}
              />
            ))}
            <Typing atMs={conversation.visitorTypedAtMs} />
          </ol>
        ) : (
          <Shapes />
        )}
      </div>
      {!follows && (
        <button type="button" class="to-end" onClick={toEnd}>
          <Icon svg={ArrowDown} size={16} /> Newest
        </button>
      )}
    </div>
  );
}

const atEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;

function Typing({ atMs }: { atMs: number }) {
  const now = useNow(1_000);
  if (now - atMs >= TYPING_MS) return null;
  return <li class="entry system typing">The visitor is typing</li>;
}

function Shapes() {
  return (
    <ol class="thread" aria-hidden="true">
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
