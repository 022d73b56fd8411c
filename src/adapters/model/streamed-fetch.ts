import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';

/** The `fetch` of streamed answers, whose bodies do not go through web streams. */
export interface StreamedFetch {
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The body of a response with a 2xx status. It must be read to its end, or destroyed. */
  bodyOf(response: Response): IncomingMessage;
}

/** How long an idle connection is kept, in milliseconds, as the built-in `fetch` does. */
const IDLE_MS = 4_000;

/**
 * Sends a request of the SDK by `node:http`: reading a body there costs a third of the CPU time of the
 * built-in `fetch` (docs/adr/0025). A response with another status has its text; redirects are not followed.
 */
export function streamedFetch(): StreamedFetch {
  const bodies = new WeakMap<Response, IncomingMessage>();
  const pool = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const;
  const agents = { http: new HttpAgent(pool), https: new HttpsAgent(pool) };

  return {
    async fetch(url, { method = 'GET', headers, body, signal } = {}) {
      const address = new URL(url instanceof Request ? url.url : url);
      if (body !== undefined && body !== null && typeof body !== 'string') {
        throw new TypeError('A question is sent as text.');
      }
      const options = {
        method,
        // Nothing is decompressed here, and without this header a server may choose.
        headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
        ...(signal && { signal }),
      };
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent =
          address.protocol === 'https:'
            ? httpsRequest(address, { ...options, agent: agents.https })
            : httpRequest(address, { ...options, agent: agents.http });
        // A switch of protocols, which was not asked for, is closed without an error.
        const fail = () => reject(new Error('The connection was closed without a response.'));
        sent.once('close', fail);
        sent.once('response', (response) => {
          sent.off('close', fail);
          resolve(response);
        });
        // Also after the response: an aborted request reports it, and its body fails.
        sent.on('error', reject);
        // One write for headers and body, with a Content-Length.
        sent.end(body ?? undefined);
      });
      const { statusCode = 502 } = incoming;
      const init = { status: statusCode, headers: headersOf(incoming) };
      // Some statuses allow no body, not even an empty one.
      if (statusCode < 200 || statusCode > 299) return new Response((await text(incoming)) || null, init);
      const response = new Response(null, init);
      bodies.set(response, incoming);
      return response;
    },

    bodyOf(response) {
      const body = bodies.get(response);
      if (!body) throw new TypeError('The body of another response.');
      return body;
    },
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return headers;
}
