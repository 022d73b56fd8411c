import * as z from 'zod/mini';

/** Web PubSub's JSON WebSocket subprotocol: messages sent while the client is disconnected are lost. */
const PLAIN_SUBPROTOCOL = 'json.webpubsub.azure.v1';

/**
 * The same with numbered messages, which are replayed to a client that reconnects in time (Reliable JSON
 * subprotocol).
 */
export const RELIABLE_SUBPROTOCOL = 'json.reliable.webpubsub.azure.v1';

export const SUBPROTOCOLS: ReadonlySet<string> = new Set([PLAIN_SUBPROTOCOL, RELIABLE_SUBPROTOCOL]);

/**
 * Maximum nesting of JSON; beyond it, serializing would overflow the stack. The service has the same limit.
 */
const MAX_DEPTH = 64;

const group = z.string().check(
  z.maxLength(1024),
  z.refine((name) => name.trim() !== ''),
);
const ackId = z.nullish(z.int().check(z.nonnegative()));
const json = z.unknown().check(z.refine((value) => value !== undefined && nestedAtMost(value, MAX_DEPTH)));

/** The payload of a message: JSON, text, or bytes in base64. */
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

/** A message's content with its type. */
export type Payload = z.infer<typeof payload>;

export type ClientFrame = z.infer<typeof clientFrame>;

/** A request frame, which may carry an `ackId`. */
export type ClientRequest = Exclude<ClientFrame, { type: 'ping' | 'sequenceAck' }>;

export type SendToGroup = Extract<ClientFrame, { type: 'sendToGroup' }>;

/**
 * A message on its way to clients: the frame for one that speaks a subprotocol, the bare payload for any
 * other. The frame is UTF-8, encoded once for all connections that it goes to.
 */
export interface HubMessage {
  frame: Uint8Array;
  content: Payload;
}

/** Parses a frame from a client; undefined for anything outside the protocol. */
export function parseClientFrame(text: string): ClientFrame | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON means: no frame of this protocol.
    return undefined;
  }
  const parsed = clientFrame.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function nestedAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => nestedAtMost(inner, levels - 1));
}

/** Why a request with an `ackId` was refused. */
export type AckErrorName = 'Forbidden' | 'Duplicate';

/** The frames that the hub sends, as text. */
export const frames = {
  /** `reconnectionToken` is undefined for a client of the plain protocol. */
  connected: (userId: string, connectionId: string, reconnectionToken?: string) =>
    JSON.stringify({ type: 'system', event: 'connected', userId, connectionId, reconnectionToken }),
  disconnected: (message: string) => JSON.stringify({ type: 'system', event: 'disconnected', message }),
  ack: (id: number) => JSON.stringify({ type: 'ack', ackId: id, success: true }),
  refusal: (id: number, name: AckErrorName, message: string) =>
    JSON.stringify({ type: 'ack', ackId: id, success: false, error: { name, message } }),
  pong: () => JSON.stringify({ type: 'pong' }),
  /** A message to a group; without a user id it is the server's. */
  toGroup: (name: string, { dataType, data }: Payload, fromUserId?: string) =>
    utf8(JSON.stringify({ type: 'message', from: 'group', group: name, fromUserId, dataType, data })),
};

const utf8 = (text: string): Uint8Array => Buffer.from(text);

/** A message's frame with its number, for a client of the reliable protocol: the bytes are copied. */
export function numbered(frame: Uint8Array, sequenceId: number): Uint8Array {
  return Buffer.concat([Buffer.from(`{"sequenceId":${sequenceId},`), frame.subarray(1)]);
}

/** The content for a client without the subprotocol: the bare payload, bytes as a binary frame. */
export function plainContent({ dataType, data }: Payload): string | Uint8Array {
  if (dataType === 'text') return data;
  return dataType === 'binary' ? Buffer.from(data, 'base64') : JSON.stringify(data);
}

/** Whether a connection with these roles may join and leave a group. */
export function mayJoin(roles: ReadonlySet<string>, name: string): boolean {
  return roles.has('webpubsub.joinLeaveGroup') || roles.has(`webpubsub.joinLeaveGroup.${name}`);
}

/** Whether a connection with these roles may send to a group. */
export function maySend(roles: ReadonlySet<string>, name: string): boolean {
  return roles.has('webpubsub.sendToGroup') || roles.has(`webpubsub.sendToGroup.${name}`);
}
