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
 * The chunks as they come, and undefined after every HEARTBEAT_MS of silence. One timer serves the whole
 * stream.
 */
async function* withHeartbeat(
  pieces: AsyncIterable<string>,
  clock: Clock,
): AsyncIterable<string | undefined> {
  const reader = pieces[Symbol.asyncIterator]();
  const stop = new AbortController();
  const timer = (ms: number) => clock.sleep(ms, stop.signal).then(() => 'timer' as const);
  try {
    let heardAtMs = clock.now();
    let silence = timer(HEARTBEAT_MS);
    let next = reader.next();
    for (;;) {
      const first = await Promise.race([next, silence]);
      if (first === 'timer') {
        const silentMs = clock.now() - heardAtMs;
        if (silentMs >= HEARTBEAT_MS) {
          heardAtMs = clock.now();
          yield undefined;
        }
        silence = timer(heardAtMs + HEARTBEAT_MS - clock.now());
      } else if (first.done) return;
      else {
        heardAtMs = clock.now();
        yield first.value;
        next = reader.next();
      }
    }
  } finally {
    stop.abort();
    await reader.return?.();
  }
}
