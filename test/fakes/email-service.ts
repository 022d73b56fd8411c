import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { startTlsServer } from '../support/servers/tls-server.ts';

/**
 * The faults of the service: an immediate status, a failure after 202, an e-mail that stays `Running`
 * (`never-done`), a line that breaks, or no answer.
 */
export type EmailServiceFault =
  | { status: number; retryAfter?: string }
  | { failedLater: string }
  | 'never-done'
  | 'hang'
  | 'hang-later'
  | 'reset';

const Sent = z.strictObject({
  senderAddress: z.string(),
  content: z.strictObject({ subject: z.string(), plainText: z.string(), html: z.string() }),
  recipients: z.strictObject({
    to: z.tuple([z.strictObject({ address: z.string(), displayName: z.optional(z.string()) })]),
  }),
  replyTo: z.array(z.strictObject({ address: z.string(), displayName: z.optional(z.string()) })),
  headers: z.record(z.string(), z.string()),
  attachments: z.optional(
    z.array(
      z.strictObject({
        name: z.string(),
        contentType: z.string(),
        contentInBase64: z.base64(),
        contentId: z.string(),
      }),
    ),
  ),
  userEngagementTrackingDisabled: z.literal(true),
});
type SentEmail = z.output<typeof Sent>;

interface EmailService {
  endpoint: string;
  token: string;
  /** The accepted e-mails (202), in order. */
  accepted: SentEmail[];
  /** How many e-mails were asked to be sent, accepted or not. */
  asked: number;
  fault: EmailServiceFault | undefined;
  /** The answer to questions about operations, instead of their states. */
  lookFault: { status: number; retryAfter?: string } | 'hang' | undefined;
  /** Ends the operations that are `Running`: with an error, or well. */
  end(code?: string): void;
  close(): Promise<void>;
}

/**
 * The e-mail part of Azure Communication Services by its REST protocol: `POST /emails:send`, then `GET` of
 * the `Operation-Location`, over TLS, for callers with the token. States: `NotStarted`, `Running`, and then
 * `Succeeded` or `Failed` with an error. `Retry-After` comes only with `Running`, and with 429.
 */
export async function startEmailService(): Promise<EmailService> {
  const looks = new Map<string, { count: number; fault: EmailServiceFault | undefined }>();

  function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }
  const refuse = (response: ServerResponse, status: number, headers = {}) =>
    send(response, status, { error: { code: 'Refused', message: 'refused' } }, headers);

  async function accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = service;
    service.asked++;
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'object' && 'status' in fault) {
      const { status, retryAfter } = fault;
      refuse(response, status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      return;
    }
    const parsed = Sent.safeParse(await json(request));
    if (!parsed.success) {
      refuse(response, 400);
      return;
    }
    service.accepted.push(parsed.data);
    const id = randomUUID();
    looks.set(id, { count: 0, fault });
    const location = `${service.endpoint}/emails/operations/${id}?api-version=2025-09-01`;
    send(response, 202, { id, status: 'NotStarted' }, { 'operation-location': location });
  }

  function look(id: string, response: ServerResponse): void {
    const operation = looks.get(id);
    const { lookFault } = service;
    if (lookFault === 'hang') return;
    if (lookFault) {
      const { status, retryAfter } = lookFault;
      refuse(response, status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      return;
    }
    if (!operation) {
      refuse(response, 404);
      return;
    }
    const { fault } = operation;
    if (fault === 'hang-later') return;
    if (fault === 'never-done') {
      send(response, 200, { id, status: 'Running' }, { 'retry-after': '30' });
      return;
    }
    operation.count++;
    if (operation.count < 2) {
      send(response, 200, { id, status: 'Running' });
      return;
    }
    if (typeof fault === 'object' && 'failedLater' in fault) {
      const error = { code: fault.failedLater, message: 'failed' };
      send(response, 200, { id, status: 'Failed', error });
      return;
    }
    send(response, 200, { id, status: 'Succeeded' });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'https://127.0.0.1');
    if (request.headers.authorization !== `Bearer ${service.token}`) {
      refuse(response, 401);
      return;
    }
    if (request.method === 'POST' && pathname === '/emails:send') {
      await accept(request, response);
      return;
    }
    const id = /^\/emails\/operations\/([\da-f-]+)$/.exec(pathname)?.[1];
    if (request.method === 'GET' && id !== undefined) {
      look(id, response);
      return;
    }
    refuse(response, 404);
  }

  const server = await startTlsServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 400));
  });
  const service: EmailService = {
    endpoint: server.origin,
    token: 'token-for-email',
    accepted: [],
    asked: 0,
    fault: undefined,
    lookFault: undefined,
    end(code) {
      for (const operation of looks.values()) {
        operation.fault = code === undefined ? undefined : { failedLater: code };
        operation.count = 1;
      }
    },
    close: server.close,
  };
  return service;
}
