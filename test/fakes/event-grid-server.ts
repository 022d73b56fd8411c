import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { ConversationEvent } from '../../src/conversations/records/conversation-event.ts';

/** The largest request that a topic takes (Event Grid, Quotas and limits). */
const MAX_BYTES = 1_048_576;

/** The ways in which the topic fails instead of taking requests. */
export type EventGridFailure =
  { status: number; headers?: Record<string, string> } | 'hangs' | 'takes-and-hangs' | 'breaks';

/** The received requests in the order of arrival; refused ones included. */
interface Received {
  authorization: string | undefined;
  event: unknown;
}

/**
 * A topic of Event Grid that takes CloudEvents, as strict as the service: api-version 2018-01-01, the content
 * type of CloudEvents, and a token if one is `required`. It answers 400 for other bodies and 413 above 1 MB.
 */
export async function startEventGrid({ required }: { required?: string } = {}) {
  const received: Received[] = [];
  const taken: ConversationEvent[] = [];
  const control: { failure: EventGridFailure | undefined } = { failure: undefined };

  /** The service's answer to a request (Event Grid, "Post and verify the response"). */
  function statusOf({ headers, method, url = '' }: IncomingMessage, body: Buffer): number {
    if (required !== undefined && headers.authorization !== `Bearer ${required}`) return 401;
    if (body.length > MAX_BYTES) return 413;
    const isProtocol =
      method === 'POST' &&
      new URL(url, 'http://topic').searchParams.get('api-version') === '2018-01-01' &&
      headers['content-type'] === 'application/cloudevents+json; charset=utf-8';
    return isProtocol && ConversationEvent.safeParse(json(body.toString())).success ? 200 : 400;
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { authorization } = request.headers;
      const event = json(body.toString());
      received.push({ authorization, event });
      if (control.failure === 'breaks') {
        request.socket.destroy();
        return;
      }
      if (control.failure === 'hangs') return;
      const own = typeof control.failure === 'object' ? control.failure : undefined;
      const { status, headers } = own ?? { status: statusOf(request, body), headers: {} };
      const parsed = ConversationEvent.safeParse(event);
      if (status === 200 && parsed.success) taken.push(parsed.data);
      if (control.failure === 'takes-and-hangs') return;
      response.writeHead(status, headers);
      response.end(status === 200 ? '' : JSON.stringify({ error: { code: 'Refused', message: 'No.' } }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/events`,
    received,
    taken,
    control,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
