import {
  SendMessageError,
  WebPubSubClient,
  WebPubSubJsonProtocol,
  type JSONTypes,
} from '@azure/web-pubsub-client';
import { vi } from 'vitest';
import type { RealtimeAccess } from '../../../src/ports.ts';
import { AgentNegotiateReply } from '../../../src/desk/wire/agent.ts';
import { VisitorNegotiateReply } from '../../../src/chat/wire/visitor.ts';
import type { AgentService, TestAgent } from '../service/agent-service.ts';
import { PATIENCE_MS } from '../vitest/patience.ts';

/** The vendor's client, with everything that it received. */
export interface RealtimeClient {
  /** The content of server messages, in order. */
  readonly fromServer: unknown[];
  readonly fromGroups: { group: string; fromUserId: string; data: unknown }[];
  /** The number of connects. */
  readonly connections: number;
  /** Joins a group. Resolves to `done`, or to the name of the service's error. */
  join(group: string): Promise<string>;
  leave(group: string): Promise<string>;
  send(group: string, data: JSONTypes, options?: { noEcho?: boolean }): Promise<string>;
  sendText(group: string, text: string): Promise<string>;
  sendBytes(group: string, bytes: ArrayBuffer): Promise<string>;
  event(name: string, data: JSONTypes): Promise<string>;
  stop(): Promise<void>;
}

/** Connects the vendor's client. `access` is called for each connect. */
export async function connectClient(access: () => Promise<RealtimeAccess>): Promise<RealtimeClient> {
  const client = new WebPubSubClient(
    { getClientAccessUrl: async () => (await access()).url },
    {
      protocol: WebPubSubJsonProtocol(),
      messageRetryOptions: { maxRetries: 0 },
      reconnectRetryOptions: { retryDelayInMs: 10, maxRetries: 100, mode: 'Fixed' },
    },
  );
  const fromServer: unknown[] = [];
  const fromGroups: RealtimeClient['fromGroups'] = [];
  let connections = 0;
  let stopped = false;
  client.on('connected', () => connections++);
  client.on('stopped', () => (stopped = true));
  client.on('group-message', ({ message: { group, fromUserId, data } }) => {
    // The server also sends to groups, without a user id.
    if (fromUserId) fromGroups.push({ group, fromUserId, data });
    else fromServer.push(data);
  });
  await client.start();
  await vi.waitUntil(() => connections > 0, PATIENCE_MS);

  return {
    fromServer,
    fromGroups,
    get connections() {
      return connections;
    },
    join: (group) => outcome(client.joinGroup(group)),
    leave: (group) => outcome(client.leaveGroup(group)),
    send: (group, data, options) => outcome(client.sendToGroup(group, data, 'json', options)),
    sendText: (group, text) => outcome(client.sendToGroup(group, text, 'text')),
    sendBytes: (group, bytes) => outcome(client.sendToGroup(group, bytes, 'binary')),
    event: (name, data) => outcome(client.sendEvent(name, data, 'json')),
    async stop() {
      client.stop();
      await vi.waitUntil(() => stopped, PATIENCE_MS);
    },
  };
}

async function outcome(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'done';
  } catch (error) {
    if (error instanceof SendMessageError) return error.errorDetail?.name ?? 'unknown';
    throw error;
  }
}

export function connectVisitor(
  { visitor }: Pick<AgentService, 'visitor'>,
  sessionId: string,
): Promise<RealtimeClient> {
  return connectClient(async () =>
    VisitorNegotiateReply.parse((await visitor('/api/negotiate', { sessionId })).body),
  );
}

export function connectAgent({ post }: Pick<TestAgent, 'post'>): Promise<RealtimeClient> {
  return connectClient(async () => AgentNegotiateReply.parse((await post('/api/agent/negotiate')).body));
}
