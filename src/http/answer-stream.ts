import { forVisitor, type Message } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { Clock } from '../ports.ts';
import type { Piece } from '../chat/replay-buffer.ts';
import type { AnswerInProgress } from '../chat/start-turn.ts';
import type { StreamEvent } from '../chat/wire/visitor.ts';
import { errorEvent } from './errors.ts';
import type { PushedText, Pushing, TextSink } from './pushed-text.ts';
import { DONE, HEARTBEAT, HEARTBEAT_MS, sseEvent } from './sse.ts';

interface StreamedTurn {
  session: SessionRecord;
  message: Message;
  answering: AnswerInProgress;
}

/**
 * The events of an answer (docs/rules.md, Server-sent events). A failure after the first byte is an `error`
 * event. A disconnect ends only the stream of that client, not the answer.
 */
export function answerStream(sent: StreamedTurn, clock: Clock): PushedText {
  return { sendTo: (sink) => streamAnswer(sent, clock, sink) };
}

function streamAnswer({ session, message, answering }: StreamedTurn, clock: Clock, sink: TextSink): Pushing {
  const { sessionId, status } = session;
  let isOver = false;
  let hasLeft = false;
  let writtenAtMs = clock.now();
  const reader = answering.read(pump);

  function write(text: string): void {
    writtenAtMs = clock.now();
    sink.write(text);
  }

  /** Writes the available pieces while the sink is ready. */
  function pump(): void {
    while (!isOver && sink.isReady()) {
      const piece = reader.take();
      if (piece === '') break;
      write(eventOf(piece));
    }
    if (isOver || !sink.isReady()) return;
    if (reader.isAtEnd()) {
      end();
      void lastEvent(answering).then((text) => {
        if (hasLeft) return;
        sink.write(`${text}${DONE}`);
        sink.end();
      });
    }
  }

  /** Sends heartbeats with one timer for the whole stream. */
  function watch(): void {
    const silentMs = clock.now() - writtenAtMs;
    const isSilent = silentMs >= HEARTBEAT_MS;
    if (isSilent && sink.isReady()) write(HEARTBEAT);
    clear = clock.after(isSilent ? HEARTBEAT_MS : HEARTBEAT_MS - silentMs, watch);
  }

  function end(): void {
    isOver = true;
    clear();
    reader.stop();
  }

  function stop(): void {
    hasLeft = true;
    end();
  }

  let clear = clock.after(HEARTBEAT_MS, watch);
  write(event({ event: 'session', data: { sessionId, status, message: forVisitor(message) } }));
  pump();
  return { resume: pump, stop };
}

function eventOf(piece: Piece): string {
  return typeof piece === 'string'
    ? event({ event: 'delta', data: { content: piece } })
    : event({ event: 'action', data: piece });
}

/** The last event: `complete` or `error`. */
async function lastEvent({ answer }: AnswerInProgress): Promise<string> {
  try {
    const { session, reply, usage } = await answer;
    const { inputTokens, outputTokens } = usage;
    return event({
      event: 'complete',
      data: {
        fullContent: reply.content,
        usage: { inputTokens, outputTokens },
        reply: forVisitor(reply),
        status: session.status,
      },
    });
  } catch (error) {
    return event({ event: 'error', data: errorEvent(error) });
  }
}

function event({ event: name, data }: StreamEvent): string {
  return sseEvent(name, data);
}
