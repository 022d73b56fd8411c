import { ArrowDown } from 'lucide-static';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCaption } from '../../../conversations/rules/attachments.ts';
import type { AttachmentsReply } from '../../../chat/wire/attachments.ts';
import { AttachmentList, NO_LINKS, useAttachmentLinks } from '../../ui/attachments.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LargeImage } from '../../ui/image-dialog.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { memo } from '../../ui/memo.ts';
import type { MessageShown } from '../../ui/timeline.ts';
import { apiPath } from '../../ui/request.ts';
import { Transcript, TranscriptShape } from '../../ui/transcript.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { deliveriesOf } from '../model/deliveries.ts';
import type { Outgoing } from '../model/thread.ts';
import type { Desk } from '../state/desk.ts';
import type { Mode } from '../state/agent-storage.ts';
import type { Conversation } from '../state/state.ts';
import { useNow } from '../../ui/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { ownNotes } from './own-note.tsx';

const Correction = lazyDialog(async () => (await import('../app/on-demand.ts')).Correction);
const ImageDialog = lazyDialog(async () => (await import('../app/on-demand.ts')).ImageDialog);

/** How long a typing signal of the visitor counts, in milliseconds. */
const TYPING_MS = 5_000;
/** Within this distance of the end, in pixels, the view follows new messages. */
const NEAR_END = 80;

interface MessagesProps {
  desk: Desk;
  sessionId: string;
  /** The message to scroll to; undefined for the newest. */
  wantedSeq: number | undefined;
  conversation: Conversation;
  /** The visitor's name, if it is known. */
  visitorName: string | undefined;
  /** The target language for messages. */
  language: string | undefined;
  onEdit: (content: string, mode: Mode) => void;
}

/** The message history. Memoized, so that typing in the composer does not render it again. */
export const Messages = memo(MessagesView);

/** Follows new messages if the reader is at the end, and otherwise keeps the position. */
function MessagesView(props: MessagesProps) {
  const { desk, sessionId, wantedSeq, conversation, visitorName, language, onEdit } = props;
  const { messages, notes, outgoing, loaded, problem, visitorSeen } = conversation;
  const loading = !loaded && !problem;
  const { oid } = desk.state.get().me;
  const [image, showImage] = useState<LargeImage>();
  const [corrected, setCorrected] = useState<MessageShown>();
  const links = useAttachmentLinks(
    messages,
    sessionId,
    () => desk.api.get<AttachmentsReply>(apiPath(`agent/sessions/${sessionId}/attachments`)),
    showImage,
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(wantedSeq === undefined);
  const following = useRef(follows);
  following.current = follows;
  const seenSeq = messages.findLast(({ role, seq }) => role === 'agent' && seq <= visitorSeen)?.seq;

  const { emails } = conversation.about;
  const deliveries = useMemo(() => deliveriesOf(messages, emails), [messages, emails]);
  const OwnNote = useMemo(() => ownNotes(desk, sessionId), [desk, sessionId]);

  const toEnd = () => {
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  useLayoutEffect(() => {
    if (follows || outgoing.some(({ failure }) => !failure)) toEnd();
  }, [messages, notes, outgoing, loaded, conversation.visitorTypedAtMs]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = element.clientHeight;
    // The lower edge keeps its place while the composer or the line above it grows.
    const resized = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      if (following.current) toEnd();
      else element.scrollTop += lost;
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
        aria-busy={loading}
        onKeyDown={(event) => {
          // Jumps instead of scrolling smoothly, because the end moves while messages are being rendered.
          if (event.key !== 'End') return;
          event.preventDefault();
          toEnd();
        }}
        onScroll={({ currentTarget }) => setFollows(atEnd(currentTarget))}
      >
        {loaded ? (
          <Transcript
            {...{ messages, notes, oid, seenSeq, links, language, visitorName, deliveries, OwnNote }}
            onCorrect={setCorrected}
            {...(wantedSeq !== undefined && { wantedSeq })}
          >
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
            <Typing atMs={conversation.visitorTypedAtMs} name={visitorName} />
          </Transcript>
        ) : (
          loading && <TranscriptShape />
        )}
      </div>
      <p class="unseen" role="status">
        <TypingAnnouncement atMs={conversation.visitorTypedAtMs} />
      </p>
      {!follows && (
        <Button class="to-end" onClick={toEnd}>
          <Icon svg={ArrowDown} size={16} /> Newest
        </Button>
      )}
      {corrected && (
        <Correction.Component
          {...{ desk, sessionId }}
          question={messages.find(({ id }) => id === corrected.replyTo)?.content ?? ''}
          answer={corrected}
          onClose={() => setCorrected(undefined)}
        />
      )}
      {image && <ImageDialog.Component image={image} onClose={() => showImage(undefined)} />}
    </div>
  );
}

const atEnd = (element: HTMLElement): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;

/**
 * The typing indicator. It is announced separately, at most once per `ANNOUNCE_INTERVAL_MS`, because a log
 * announces every change.
 */
function Typing({ atMs, name }: { atMs: number; name: string | undefined }) {
  const now = useNow();
  if (now - atMs >= TYPING_MS) return null;
  return (
    <li class="entry system typing" aria-hidden="true">
      <UntrustedText text={name ?? 'The visitor'} /> is typing
    </li>
  );
}

/** Typing that continues within this time is not announced again, in milliseconds. */
const ANNOUNCE_INTERVAL_MS = 60_000;

function TypingAnnouncement({ atMs }: { atMs: number }) {
  const now = useNow();
  return now - atMs < ANNOUNCE_INTERVAL_MS ? <>Visitor typing</> : null;
}

interface OutgoingProps {
  outgoing: Outgoing;
  /** Whether it is waiting for an earlier message. */
  waits: boolean;
  onRetry: () => void;
  onEdit: () => void;
}

/** An outgoing message or note that is being sent or failed. */
function OutgoingView({ outgoing, waits, onRetry, onEdit }: OutgoingProps) {
  const { content, failure, isNote, attachments = [] } = outgoing;
  const underWay = isNote ? 'Saving' : 'Sending';
  return (
    <li
      class={`entry ${isNote ? 'note' : 'agent mine follows'} ${failure ? 'failed' : 'sending'}`}
      aria-label={isNote && 'Private note'}
    >
      {!isCaption({ content, attachments }) && (
        <div class="bubble" dir="auto">
          <UntrustedText text={content} />
        </div>
      )}
      {attachments.length > 0 && <AttachmentList attachments={attachments} links={NO_LINKS} />}
      {failure ? (
        <footer>
          <p class="facts bad" role="alert">
            <span>
              {isNote ? 'Not saved.' : 'Not sent.'} {failure.sentence}
            </span>
            <span class="ways-out">
              <Button class="link" onClick={onRetry}>
                Retry
              </Button>
              <Button class="link" onClick={onEdit}>
                Edit
              </Button>
            </span>
          </p>
        </footer>
      ) : (
        <footer class="facts">{waits ? 'Waiting for the message above' : underWay}</footer>
      )}
    </li>
  );
}
