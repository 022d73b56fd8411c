import { forVisitor, type Message } from '../domain/records/message.ts';
import type { SessionRecord } from '../domain/records/session.ts';
import type { Clock } from '../ports.ts';
import type { Answering } from '../services/chat/turns.ts';
import type { StreamEvent } from '../wire/visitor.ts';
import { errorEvent } from './errors.ts';
import { DONE, HEARTBEAT, HEARTBEAT_MS, sseEvent } from './sse.ts';

interface Sent {
  session: SessionRecord;
  message: Message;
  answering: Answering;
}

/**
 * The events of one answer (Specification, Server-sent events). It never throws: a failure after the first
 * byte is an
 * `error` event. A reader that stops only ends its own copy of the stream.
 */
export async function* answerStream(
  { session, message, answering }: Sent,
  clock: Clock,
): AsyncIterable<string> {
  const { sessionId, status } = session;
  yield event({ event: 'session', data: { sessionId, status, message: forVisitor(message) } });
  try {
    for await (const content of withHeartbeat(answering.pieces(), clock)) {
      yield content === undefined ? HEARTBEAT : event({ event: 'delta', data: { content } });
    }
    const { session: after, reply, usage } = await answering.settled;
    const { inputTokens, outputTokens } = usage;
    yield event({
      event: 'complete',
      data: {
        fullContent: reply.content,
        usage: { inputTokens, outputTokens },
        reply: forVisitor(reply),
        status: after.status,
      },
    });
  } catch (error) {
    yield event({ event: 'error', data: errorEvent(error) });
  }
  yield DONE;
}

function event({ event: name, data }: StreamEvent): string {
  return sseEvent(name, data);
}

/**
 * The chunks as they arrive, and undefined after every silence of HEARTBEAT_MS. One timer serves the whole
 * stream, and no chunk is raced against it: a race would keep every chunk until the timer ends.
 */
async function* withHeartbeat(
  pieces: AsyncIterable<string>,
  clock: Clock,
): AsyncIterable<string | undefined> {
  const reader = pieces[Symbol.asyncIterator]();
  let heardAtMs = clock.now();
  let beat: () => void = () => undefined;

  function watch(): void {
    const nowMs = clock.now();
    if (nowMs - heardAtMs >= HEARTBEAT_MS) {
      heardAtMs = nowMs;
      beat();
    }
    clear = clock.after(heardAtMs + HEARTBEAT_MS - nowMs, watch);
  }

  let clear = clock.after(HEARTBEAT_MS, watch);
  try {
    let next = reader.next();
    for (;;) {
      const first = await new Promise<IteratorResult<string, unknown> | undefined>((resolve, reject) => {
        beat = () => resolve(undefined);
        next.then(resolve, reject);
      });
      if (!first) yield undefined;
      else if (first.done) return;
      else {
        heardAtMs = clock.now();
        yield first.value;
        next = reader.next();
      }
    }
  } finally {
    clear();
    await reader.return?.();
  }
}
