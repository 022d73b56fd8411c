import { randomUUID } from 'node:crypto';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { rotate } from './admin.ts';
import { startTokenIssuer } from './agent-tokens.ts';
import { heardTelemetry } from './heard-telemetry.ts';
import { manualClock } from './manual-clock.ts';
import { startService, type RunningService } from './service.ts';

/** What an operation asked the store for, and the request units by the documented charges. */
export interface Charged {
  operation: string;
  requests: string[];
  units: number;
}

/** The size of the conversation's own document that turns and polls are measured with, in bytes. */
export const SESSION_BYTES = 4 * 1024;

/** A question, and an answer, of a common length. */
const TEXT = 'How do I put the chat on my website? '.repeat(9).slice(0, 300);

/**
 * Runs each operation once on the product as it is composed in the cloud, on an account whose charges are the
 * documented ones.
 */
export async function measureRequestUnits(): Promise<Charged[]> {
  const [cloud, issuer] = await Promise.all([startCloud(), startTokenIssuer()]);
  cloud.model.script({ deltas: [TEXT] });
  const options = {
    cloud,
    settings: { ...issuer.settings, RATE_LIMIT_SESSION_PER_MINUTE: '200', RATE_LIMIT_IP_PER_MINUTE: '1000' },
  };
  const service = await startService(options);
  const rows: Charged[] = [];

  async function row(operation: string, work: () => Promise<Response>): Promise<void> {
    rows.push(await charged(cloud, operation, work));
  }

  const sessionId = randomUUID();
  const turn = (at = service) => at.post('/api/chat', { sessionId, message: TEXT });
  const poll = (after: number) => service.get(`/api/messages?sessionId=${sessionId}&after=${after}`);
  await row('the first turn of a conversation', turn);
  while (sessionBytes(cloud, sessionId) < SESSION_BYTES) await turn();
  await row('a turn on a warm instance', turn);
  await row('a poll', () => poll(4));
  await row('a request for a person', () => service.post('/api/handoff', { sessionId }));
  const other = await startService(options);
  await other.post('/api/chat', { message: TEXT });
  // A replica that lags would cost a write that is refused and another read.
  cloud.cosmos.replicas.lagMs = () => 0;
  await row('a turn on an instance that does not have the conversation', () => turn(other));
  await other.close();
  const agent = { authorization: `Bearer ${await issuer.token()}` };
  const act = (what: string) => () => service.post(`/api/agent/sessions/${sessionId}/${what}`, '', agent);
  await row('an agent’s first claim', act('claim'));
  await row('release', act('release'));
  const { headers } = await rotate(service);
  await row('an admin’s request', () => service.get('/api/cost', headers));
  await service.close();
  await Promise.all([cloud.close(), issuer.close()]);
  return rows;
}

/** What an address may do in a minute by default, in conversations of so many messages. */
const MESSAGES = 6;
const CONVERSATIONS = 9;

/**
 * The warm turns of one address that uses up its limit within a minute, on several instances, each with all
 * requests to the store during the turn. The first turn of a conversation is left out: it is not warm.
 */
export async function measureTurnsOfAnAddress(instances: number): Promise<Charged[]> {
  const clock = manualClock();
  const telemetry = heardTelemetry();
  const cloud = await startCloud({ clock });
  cloud.cosmos.replicas.lagMs = () => 0;
  cloud.model.script({ deltas: [TEXT] });
  const start = () => startService({ cloud, clock, telemetry });
  const services: RunningService[] = [];
  while (services.length < instances) services.push(await start());
  const sessions = Array.from({ length: CONVERSATIONS }, () => randomUUID());
  const rows: Charged[] = [];
  for (let message = 1; message <= MESSAGES; message++) {
    for (const [n, sessionId] of sessions.entries()) {
      const turn = () => services[n % instances]?.post('/api/chat', { sessionId, message: TEXT });
      const row = await charged(cloud, `message ${message} of conversation ${n}`, turn);
      if (message > 1) rows.push(row);
    }
  }
  for (const service of services) await service.close();
  await cloud.close();
  return rows;
}

async function charged(
  cloud: Cloud,
  operation: string,
  work: () => Promise<Response> | undefined,
): Promise<Charged> {
  const before = cloud.cosmos.requests.length;
  const answer = await work();
  if (!answer?.ok) throw new Error(`${operation} was answered with ${answer?.status}.`);
  const asked = cloud.cosmos.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
  return {
    operation,
    requests: asked.map(({ kind, container }) => `${kind} ${container}`),
    units: asked.reduce((sum, { charge }) => sum + charge, 0),
  };
}

function sessionBytes(cloud: Cloud, sessionId: string): number {
  const items = cloud.cosmos.container('conversations').partition(sessionId);
  return Buffer.byteLength(JSON.stringify(items.find(({ id }) => id === 'session') ?? ''));
}
