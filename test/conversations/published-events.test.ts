import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startAgentService, type AgentService, type TestAgent } from '../support/service/agent-service.ts';
import { connectSocket, type RawSocket } from '../support/clients/raw-socket.ts';

// The events for a message or a change, in the order in which each receiver gets them. A claimed conversation
// has its visitor, the agent who claimed it, and two more desks.
const Negotiated = z.object({ url: z.string() });
const Event = z.object({
  data: z.object({
    type: z.string(),
    session: z.optional(z.object({ sessionId: z.string(), urgent: z.optional(z.boolean()) })),
  }),
});
const CONTENT = 'Where is my order? '.repeat(5);
/** The size of an event without its text, in bytes. */
const MOST_BYTES: Readonly<Record<string, number>> = { message: 450, session: 800 };

let setup: AgentService;
let owner: TestAgent;
let sessionId: string;
/** A conversation whose change comes behind all that was published before it. */
let marker: string;
let isMarked = false;
let receivers: Record<string, RawSocket>;

beforeAll(async () => {
  setup = await startAgentService();
  sessionId = await setup.conversation('human_requested');
  marker = await setup.conversation('human_requested');
  owner = setup.agent('Mia');
  await owner.post(`/api/agent/sessions/${sessionId}/claim`);
  const connect = async ({ body }: { body: unknown }) => {
    const socket = await connectSocket(Negotiated.parse(body).url);
    await socket.next();
    return socket;
  };
  const desk = async (agent: TestAgent) => connect(await agent.post('/api/agent/negotiate'));
  receivers = {
    owner: await desk(owner),
    desk: await desk(setup.agent('Lee')),
    otherDesk: await desk(setup.agent('Zoe')),
    visitor: await connect(await setup.visitor('/api/negotiate', { sessionId })),
  };
  await mark();
  for (const receiver of Object.values(receivers)) await published(receiver);
});
afterAll(async () => {
  for (const { socket } of Object.values(receivers)) socket.terminate();
  await setup.close();
});

const isMark = (session: { sessionId: string; urgent?: boolean | undefined } | undefined) =>
  session?.sessionId === marker && (session.urgent ?? false) === isMarked;

async function mark(): Promise<void> {
  isMarked = !isMarked;
  await owner.put(`/api/agent/sessions/${marker}/urgent`, { urgent: isMarked });
}

const both = { owner: ['message', 'session'], desk: ['session'], otherDesk: ['session'] };
const list = { owner: ['session'], desk: ['session'], otherDesk: ['session'] };

it.each([
  [
    'a message of the visitor',
    () => setup.visitor('/api/chat', { sessionId, message: CONTENT }),
    { ...both, visitor: ['message'] },
  ],
  [
    'a message of the agent',
    () => owner.post(`/api/agent/sessions/${sessionId}/message`, { content: CONTENT }),
    { ...both, visitor: ['message'] },
  ],
  [
    'a mark as urgent',
    () => owner.put(`/api/agent/sessions/${sessionId}/urgent`, { urgent: true }),
    { ...list, visitor: [] },
  ],
  ['the end', () => owner.post(`/api/agent/sessions/${sessionId}/close`), { ...list, visitor: ['session'] }],
])('%s is published once to each recipient', async (_name, act, expected) => {
  const { status } = await act();
  expect([200, 202]).toContain(status);
  await mark();
  for (const [name, types] of Object.entries(expected)) {
    const events = await published(receivers[name]);
    expect([name, events.map(({ type }) => type)]).toEqual([name, types]);
    for (const { type, bytes } of events) {
      const most = (MOST_BYTES[type] ?? 0) + CONTENT.length;
      expect([type, bytes, bytes <= most]).toEqual([type, bytes, true]);
    }
  }
});

/**
 * The new frames of a receiver. For a desk they end with the change of the marker, because changes of the
 * list are in order. For a visitor they end with a pong, which comes after everything that was sent before
 * it.
 */
async function published(receiver: RawSocket | undefined): Promise<{ type: string; bytes: number }[]> {
  const events: { type: string; bytes: number }[] = [];
  const isVisitor = receiver === receivers['visitor'];
  if (isVisitor) receiver?.send({ type: 'ping' });
  for (;;) {
    const frame = await receiver?.next();
    const event = Event.safeParse(frame);
    const isLast = isVisitor ? !event.success : isMark(event.data?.data.session);
    if (isLast) return events;
    const { type } = Event.parse(frame).data;
    events.push({ type, bytes: Buffer.byteLength(JSON.stringify(frame)) });
  }
}
