import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import type { PublicNetwork } from '../../src/adapters/public-network/network.ts';
import { startTlsServer } from '../support/servers/tls-server.ts';

/** How a workflow fails. `drip` answers and then sends a body that never ends. */
export type WorkflowFault =
  { status: number; headers?: Record<string, string> } | 'reset' | 'hang' | 'drip' | 'half-header';

/** A request that the workflow accepted. */
export interface AcceptedCard {
  /** The name of the workflow in its address. */
  workflow: string;
  card: Card;
}

const Card = z.looseObject({
  type: z.literal('AdaptiveCard'),
  version: z.string(),
  body: z.array(z.looseObject({ type: z.string() })),
  actions: z.optional(
    z.array(z.looseObject({ type: z.string(), title: z.string(), url: z.optional(z.string()) })),
  ),
});
type Card = z.infer<typeof Card>;

/** The trigger takes what the card action reads: `attachments` with the content of the card. */
const TriggerBody = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: z.null(),
      content: Card,
    }),
  ]),
});

/** The workflows of an environment. */
export interface WorkflowServer {
  /** The address of a workflow, as Teams shows it. */
  address(workflow: string): string;
  /** Leads the names of the environment to this server. */
  network: PublicNetwork;
  /** The accepted cards, in order. */
  accepted: readonly AcceptedCard[];
  /** Requests, accepted or not, by the status that they got. */
  asked: number[];
  /** Every request fails so, until it is undefined again. */
  fault: WorkflowFault | undefined;
  /** Workflows that were deleted, or whose owner is gone. */
  gone: Set<string>;
  close(): Promise<void>;
}

const HOST = 'default0123456789abcdef0123456789abcd.ef.environment.api.powerplatform.com';
const SIGNATURE = 'c2lnbmF0dXJl';
/** A request of a Teams message is refused beyond it, in bytes. */
const MAX_BYTES = 28 * 1024;

/**
 * A stand-in of the trigger "When a Teams webhook request is received": TLS, 202 with an empty body for
 * accepted cards. It answers 401 without the signature, 404 for a removed workflow, 400 for another body, and
 * 413 for a large one.
 */
export async function startWorkflows(): Promise<WorkflowServer> {
  const accepted: AcceptedCard[] = [];

  function fail(fault: WorkflowFault, response: ServerResponse, request: IncomingMessage): void {
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (fault === 'half-header') {
      request.socket.write('HTTP/1.1 202 Acc');
      return;
    }
    if (fault === 'drip') {
      response.writeHead(202);
      response.write('x');
      return;
    }
    response.writeHead(fault.status, fault.headers).end();
    workflows.asked.push(fault.status);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (workflows.fault !== undefined) {
      fail(workflows.fault, response, request);
      return;
    }
    const status = take(request, body);
    workflows.asked.push(status);
    response.writeHead(status, { 'content-type': 'application/json' }).end();
  }

  /** The status of a request. */
  function take(request: IncomingMessage, body: string): number {
    const url = new URL(request.url ?? '/', `https://${HOST}`);
    const workflow = /\/direct\/workflows\/([\w-]+)\/triggers\/manual\/paths\/invoke$/.exec(
      url.pathname,
    )?.[1];
    if (request.headers.host?.split(':')[0] !== HOST || workflow === undefined) return 404;
    if (url.searchParams.get('sig') !== SIGNATURE) return 401;
    if (workflows.gone.has(workflow)) return 404;
    if (request.method !== 'POST') return 405;
    if (Buffer.byteLength(body) > MAX_BYTES) return 413;
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return 400;
    const parsed = TriggerBody.safeParse(JSON.parse(body));
    if (!parsed.success) return 400;
    accepted.push({ workflow, card: parsed.data.attachments[0].content });
    return 202;
  }

  const server = await startTlsServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  const workflows: WorkflowServer = {
    address: (workflow) =>
      `https://${HOST}:443/powerautomate/automations/direct/workflows/${workflow}/triggers/manual/paths/invoke` +
      `?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=${SIGNATURE}`,
    network: {
      resolve: (hostname) => Promise.resolve(hostname === HOST ? ['127.0.0.1'] : []),
      isAllowed: () => true,
      port: Number(new URL(server.origin).port),
      certificateName: 'localhost',
    },
    accepted,
    asked: [],
    fault: undefined,
    gone: new Set(),
    close: server.close,
  };
  return workflows;
}
