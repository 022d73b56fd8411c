import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { text as bodyText } from 'node:stream/consumers';
import type { ModelApi } from '../../domain/models.ts';
import { ErrorResponse } from './failure.ts';
import { isFields, jsonIn } from './fields.ts';

/** A server with a model of it: Azure OpenAI with tokens of an identity, or any compatible server. */
export type NamedModel =
  | { kind: 'azure-openai'; endpoint: string; deployment: string; token: () => Promise<string> }
  | { kind: 'openai'; baseUrl: string; model: string; apiKey?: string };

/** The server of the model that answers, which speaks one of the two protocols. */
export type ModelServer = { api: ModelApi } & NamedModel;

/** Sends requests to one server. */
export interface Connection {
  /**
   * Sends a POST with `body` as JSON, or a GET without one. The body of the response must be read to its end,
   * or destroyed. Throws ErrorResponse for a status that is not 2xx, and the signal's reason at an abort.
   * Redirects are not followed, because a token must not travel to another address.
   */
  send(path: `/${string}`, body: object | undefined, signal: AbortSignal): Promise<IncomingMessage>;
}

/** How long an idle connection is kept, in milliseconds, as the built-in `fetch` does. */
const IDLE_MS = 4_000;
const POOL = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const;

/**
 * A connection to a server by `node:http`: reading a body there costs a third of the CPU time of the built-in
 * `fetch` (docs/adr/0025). Time-outs and retries belong to the callers.
 */
export function connect(server: NamedModel): Connection {
  const [base, token] =
    server.kind === 'azure-openai'
      ? // Version 1 of the API needs no api-version and accepts the identity's tokens as bearer tokens.
        [`${server.endpoint.replace(/\/+$/, '')}/openai/v1`, server.token]
      : // Self-hosted servers often need no key, but some refuse a request without one.
        [server.baseUrl.replace(/\/+$/, ''), () => Promise.resolve(server.apiKey ?? 'none')];
  const [request, agent] = base.startsWith('https:')
    ? [httpsRequest, new HttpsAgent(POOL)]
    : [httpRequest, new HttpAgent(POOL)];

  async function exchange(
    path: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const headers = {
      authorization: `Bearer ${await token()}`,
      accept: 'application/json',
      // Nothing is decompressed here, and without this header a server may choose.
      'accept-encoding': 'identity',
      'user-agent': 'chat-widget-service',
      ...(body && { 'content-type': 'application/json' }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = request(`${base}${path}`, { method: body ? 'POST' : 'GET', headers, signal, agent });
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
    sent.end(body && JSON.stringify(body));
    const response = await promise;
    const { statusCode = 502 } = response;
    if (statusCode >= 200 && statusCode <= 299) return response;
    throw new ErrorResponse(statusCode, response.headers, errorIn(jsonIn(await bodyText(response))));
  }

  return {
    async send(path, body, signal) {
      // The wait for a token of the identity cannot be aborted by itself.
      const { promise: aborted, reject: abort } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => abort(signal.reason), { once: true });
      return await Promise.race([exchange(path, body, signal), aborted]);
    },
  };
}

/** The fields of an error, which servers of open models send without the usual wrapper. */
const errorIn = (body: unknown): unknown => (isFields(body) && 'error' in body ? body['error'] : body);
