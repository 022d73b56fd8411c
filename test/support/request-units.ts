import { randomUUID } from 'node:crypto';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { rotate } from './admin.ts';
import { startTokenIssuer } from './agent-tokens.ts';
import { startService } from './service.ts';

/** What an operation asked the store for, and the request units by the documented charges. */
export interface Charged {
  operation: string;
  requests: string[];
  units: number;
}

/** The size of the conversation's own document that turns and polls are measured with, in bytes. */
export const SESSION_BYTES = 4 * 1024;

/** Runs each operation once on the product as it is composed in the cloud, on an account whose charges are the documented ones. */
export async function measureRequestUnits(): Promise<Charged[]> {
  const [cloud, issuer] = await Promise.all([startCloud(), startTokenIssuer()]);
  const text = 'How do I put the chat on my website? '.repeat(9).slice(0, 300);
  cloud.model.script({ deltas: [text] });
  const options = { cloud, settings: { ...issuer.settings, RATE_LIMIT_SESSION_PER_MINUTE: '200' } };
  const service = await startService(options);
  const rows: Charged[] = [];

  async function row(operation: string, work: () => Promise<Response>): Promise<void> {
    const before = cloud.cosmos.requests.length;
    const { status } = await work();
    if (status >= 300) throw new Error(`${operation} was answered with ${status}.`);
    const asked = cloud.cosmos.requests.slice(before).filter(({ kind }) => kind !== 'metadata');
    rows.push({
      operation,
      requests: asked.map(({ kind, container }) => `${kind} ${container}`),
      units: asked.reduce((sum, { charge }) => sum + charge, 0),
    });
  }

  const sessionId = randomUUID();
  const turn = (at = service) => at.post('/api/chat', { sessionId, message: text });
  const poll = (after: number) => service.get(`/api/messages?sessionId=${sessionId}&after=${after}`);
  await row('the first turn of a conversation', turn);
  while (sessionBytes(cloud, sessionId) < SESSION_BYTES) await turn();
  await row('a turn on a warm instance', turn);
  await row('a poll', () => poll(4));
  await row('a request for a person', () => service.post('/api/handoff', { sessionId }));
  const other = await startService(options);
  await other.post('/api/chat', { message: text });
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

function sessionBytes(cloud: Cloud, sessionId: string): number {
  const items = cloud.cosmos.container('conversations').partition(sessionId);
  return Buffer.byteLength(JSON.stringify(items.find(({ id }) => id === 'session') ?? ''));
}
