import * as z from 'zod/mini';

/** Web PubSub's JSON subprotocol: messages that are sent while a client is disconnected are lost. */
const PLAIN_SUBPROTOCOL = 'json.webpubsub.azure.v1';

/**
 * The reliable JSON subprotocol: messages are numbered, and sent again to a client that reconnects in time.
 */
export const RELIABLE_SUBPROTOCOL = 'json.reliable.webpubsub.azure.v1';

export const SUBPROTOCOLS: ReadonlySet<string> = new Set([PLAIN_SUBPROTOCOL, RELIABLE_SUBPROTOCOL]);

/** The deepest JSON, as in the service. Serializing deeper JSON could overflow the stack. */
const MAX_DEPTH = 64;

const group = z.string().check(
  z.maxLength(1024),
  z.refine((name) => name.trim() !== ''),
);
const ackId = z.nullish(z.int().check(z.nonnegative()));
const json = z.unknown().check(z.refine((value) => value !== undefined && isWithinDepth(value, MAX_DEPTH)));

/** A message's payload: JSON, text, or bytes in base64. */
const payload = z.union([
  z.object({ dataType: z.literal('text'), data: z.string() }),
  z.object({ dataType: z.literal('binary'), data: z.base64() }),
  z.object({ dataType: z._default(z.literal('json'), 'json'), data: json }),
]);

const clientFrame = z.union([
  z.object({ type: z.literal('joinGroup'), group, ackId }),
  z.object({ type: z.literal('leaveGroup'), group, ackId }),
  z.intersection(
    z.object({ type: z.literal('sendToGroup'), group, ackId, noEcho: z.nullish(z.boolean()) }),
    payload,
  ),
  z.intersection(z.object({ type: z.literal('event'), event: z.string(), ackId }), payload),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('sequenceAck'), sequenceId: z.int().check(z.nonnegative()) }),
]);

/** A message's payload with its type. */
export type Payload = z.infer<typeof payload>;

type ClientFrame = z.infer<typeof clientFrame>;

/** A client's request, which can have an `ackId`. */
export type ClientRequest = Exclude<ClientFrame, { type: 'ping' | 'sequenceAck' }>;

export type SendToGroup = Extract<ClientFrame, { type: 'sendToGroup' }>;

/**
 * A message for clients: a frame for clients with a subprotocol, the bare payload for simple clients. The
 * frame is UTF-8, encoded once for all connections.
 */
export interface HubMessage {
  frame: Uint8Array;
  content: Payload;
}

/** Parses a client's frame; undefined if it is not part of the protocol. */
export function parseClientFrame(text: string): ClientFrame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Invalid JSON is not part of the protocol.
    return undefined;
  }
  const parsed = clientFrame.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isWithinDepth(inner, levels - 1));
}

/** The reason for refusing a request with an `ackId`. */
type AckErrorName = 'Forbidden' | 'Duplicate';

/** Builds the hub's frames as text. */
export const frames = {
  /** `reconnectionToken` is undefined for the plain protocol. */
  connected: (userId: string, connectionId: string, reconnectionToken?: string) =>
    JSON.stringify({ type: 'system', event: 'connected', userId, connectionId, reconnectionToken }),
  disconnected: (message: string) => JSON.stringify({ type: 'system', event: 'disconnected', message }),
  ack: (id: number) => JSON.stringify({ type: 'ack', ackId: id, success: true }),
  refusal: (id: number, name: AckErrorName, message: string) =>
    JSON.stringify({ type: 'ack', ackId: id, success: false, error: { name, message } }),
  pong: () => JSON.stringify({ type: 'pong' }),
  /** A message to a group; without a user id it is from the server. */
  toGroup: (name: string, { dataType, data }: Payload, fromUserId?: string) =>
    utf8(JSON.stringify({ type: 'message', from: 'group', group: name, fromUserId, dataType, data })),
};

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** Adds the sequence number for clients of the reliable protocol. The bytes are copied. */
export function withSequenceId(frame: Uint8Array, sequenceId: number): Uint8Array {
  return Buffer.concat([Buffer.from(`{"sequenceId":${sequenceId},`), frame.subarray(1)]);
}

/** The payload for simple clients; base64 data becomes a binary frame. */
export function plainContent({ dataType, data }: Payload): string | Uint8Array {
  if (dataType === 'text') return data;
  return dataType === 'binary' ? Buffer.from(data, 'base64') : JSON.stringify(data);
}

/** Whether these roles allow joining and leaving a group. */
export function mayJoin(roles: ReadonlySet<string>, name: string): boolean {
  return roles.has('webpubsub.joinLeaveGroup') || roles.has(`webpubsub.joinLeaveGroup.${name}`);
}

/** Whether these roles allow sending to a group. */
export function maySend(roles: ReadonlySet<string>, name: string): boolean {
  return roles.has('webpubsub.sendToGroup') || roles.has(`webpubsub.sendToGroup.${name}`);
}
