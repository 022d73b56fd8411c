import { randomUUID } from 'node:crypto';
import { AgentNegotiateReply } from '../src/wire/agent.ts';
import { VisitorNegotiateReply } from '../src/wire/visitor.ts';
import { startTokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { listenOn, measureDelivery, postJson, type Delivery, type Listener } from './support/delivery.ts';
import { syncTimes } from './support/disk.ts';
import { figure, ratio } from './support/report.ts';
import { startServer, type MeasuredServer } from './support/server-process.ts';

// The agent's side: the delivery time of a message between agent and visitor.
const AGENTS = 20;
const SUBPROTOCOL = 'json.webpubsub.azure.v1';
const issuer = await startTokenIssuer();

const desk = await startServer('agent-desk', {
  ...issuer.settings,
});
const agents = await Promise.all(
  Array.from({ length: AGENTS }, async () => {
    const token = await issuer.token({ oid: randomUUID() });
    return { authorization: `Bearer ${token}` };
  }),
);
const [bare, durable] = await Promise.all([
  startServer('hub-floor'),
  startServer('hub-floor', { DURABLE: 'true' }),
]);
for (const conversations of [1, 100, 1000]) await delivery(conversations);

await Promise.all([desk.stop(), bare.stop(), durable.stop()]);
await issuer.close();

async function begin(origin: string): Promise<string> {
  const sessionId = randomUUID();
  const { status } = await postJson(`${origin}/api/chat`, { sessionId, message: 'Hello' });
  if (status !== 200) throw new Error(`The chat answered ${status}.`);
  return sessionId;
}

function claim(origin: string, sessionId: string, agent: Record<string, string>) {
  return postJson(`${origin}/api/agent/sessions/${sessionId}/claim`, undefined, agent);
}

/** Claimed conversations with an open socket on both sides. */
async function openDesk(origin: string, conversations: number) {
  const desks: { agent: Record<string, string>; listener: Listener }[] = [];
  for (const agent of agents.slice(0, Math.min(AGENTS, conversations))) {
    const { body } = await postJson(`${origin}/api/agent/negotiate`, undefined, agent);
    desks.push({ agent, listener: await listenOn(AgentNegotiateReply.parse(body).url, [SUBPROTOCOL]) });
  }
  const toAgent: Delivery[] = [];
  const toVisitor: Delivery[] = [];
  for (let index = 0; index < conversations; index++) {
    const at = desks[index % desks.length];
    if (!at) break;
    const sessionId = await begin(origin);
    await claim(origin, sessionId, at.agent);
    const { body } = await postJson(`${origin}/api/negotiate`, { sessionId });
    const visitor = await listenOn(VisitorNegotiateReply.parse(body).url, [SUBPROTOCOL]);
    toAgent.push({
      listener: at.listener,
      send: (message) => postJson(`${origin}/api/chat`, { sessionId, message }),
    });
    toVisitor.push({
      listener: visitor,
      send: (content) => postJson(`${origin}/api/agent/sessions/${sessionId}/message`, { content }, at.agent),
    });
  }
  return { toAgent, toVisitor, close: () => closeAll([...desks, ...toVisitor]) };
}

/** The same number of sockets on the bare hub. */
async function openFloor(origin: string, conversations: number) {
  const ways: Delivery[] = [];
  for (let index = 0; index < conversations; index++) {
    const listener = await listenOn(`${origin.replace('http', 'ws')}/${index}`);
    ways.push({ listener, send: (message) => postJson(`${origin}/to/${index}`, { message }) });
  }
  return { ways, close: () => closeAll(ways) };
}

function closeAll(ways: readonly { listener: Listener }[]): void {
  for (const { listener } of ways) listener.close();
}

/** Delivery times, with the server's CPU time for each. */
async function measured(server: MeasuredServer, ways: readonly Delivery[], pace: number) {
  await measureDelivery(ways, { messages: pace, perSecond: pace });
  const messages = pace * 5;
  const before = await server.cpuMs();
  const times = await measureDelivery(ways, { messages, perSecond: pace });
  const after = await server.cpuMs();
  return { ...times, cpuMs: (after - before) / messages };
}
type Measured = Awaited<ReturnType<typeof measured>>;

function shown({ p50Ms, p99Ms, cpuMs }: Measured): string {
  return `p50 ${p50Ms.toFixed(2)} p99 ${p99Ms.toFixed(2)} ms, ${cpuMs.toFixed(2)} ms CPU`;
}

/**
 * From the POST to the other side's socket, including storage, against a bare hub, and against one that
 * writes a row first. Every commit waits for the disk, so its time is the floor.
 */
async function delivery(conversations: number): Promise<void> {
  const pace = Math.min(200, 50 * conversations);
  const [relay, writer] = await Promise.all([
    openFloor(bare.origin, conversations),
    openFloor(durable.origin, conversations),
  ]);
  const open = await openDesk(desk.origin, conversations);
  const least = await measured(bare, relay.ways, pace);
  const toAgent = await measured(desk, open.toAgent, pace);
  const stored = await measured(durable, writer.ways, pace);
  const toVisitor = await measured(desk, open.toVisitor, pace);
  const disk = syncTimes();
  figure('a page until it is on the disk', `p50 ${disk.p50Ms.toFixed(2)} p99 ${disk.p99Ms.toFixed(2)} ms`);
  figure(`${conversations} conversations`, `bare hub ${shown(least)}; that writes a row ${shown(stored)}`);
  for (const [name, ours] of [
    ['visitor → agent', toAgent],
    ['agent → visitor', toVisitor],
  ] as const) {
    ratio(`  ${name}, p50 of the bare hub`, ours.p50Ms / least.p50Ms, 'under 4', shown(ours));
    ratio(`  ${name}, p50 of the hub that writes`, ours.p50Ms / stored.p50Ms, 'under 1.5', '');
  }
  for (const one of [relay, writer, open]) one.close();
}
