import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { REFRESHED_FOR_MS } from '../../src/services/assistants/assistant-profiles.ts';
import { startCloud, type Cloud } from '../fakes/cloud.ts';
import { rotate } from './admin.ts';
import { startTokenIssuer } from './agent-tokens.ts';
import { heardTelemetry } from './heard-telemetry.ts';
import { manualClock } from './manual-clock.ts';
import { PATIENCE_MS } from './patience.ts';
import { registryAdmin } from './registry.ts';
import { startService, type RunningService } from './service.ts';
import { standingClock } from './standing-clock.ts';

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
  const clock = standingClock();
  const [cloud, issuer] = await Promise.all([startCloud({ clock }), startTokenIssuer()]);
  // A replica that lags would cost a write that is refused and another read.
  cloud.cosmos.replicas.lagMs = () => 0;
  cloud.model.script({ deltas: [TEXT] });
  const options = {
    cloud,
    clock,
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
  // The first turns of an instance read more, and leave records of usage to the ones after them.
  for (let warming = 0; warming < 2; warming++) await other.post('/api/chat', { message: TEXT });
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

/** How many messages each conversation of the address has. */
const MESSAGES = 6;

export interface TurnsOfAnAddress {
  /** Messages of an address per minute. */
  limit: number;
  instances: number;
  /** Each is answered by one of the instances. */
  conversations: number;
  /** Between two turns, each longer than the refresh of the assistants. */
  pausesMs?: readonly number[];
  /** The default assistant is one of an admin's, with its own document. */
  ownAssistant?: boolean;
}

export interface AddressMeasure {
  /**
   * The warm turns of one address, each with all requests to the store from its request to its answer. The
   * first turn of a conversation is left out: it is not warm. What instances do between two turns is over
   * before the second one.
   */
  turns(options: TurnsOfAnAddress): Promise<Charged[]>;
  close(): Promise<void>;
}

/** Measures an address that uses up its limit, in an account whose charges are the documented ones. */
export async function addressMeasure(): Promise<AddressMeasure> {
  const clock = manualClock();
  const telemetry = heardTelemetry();
  const cloud = await startCloud({ clock });
  cloud.cosmos.replicas.lagMs = () => 0;
  cloud.model.script({ deltas: [TEXT] });
  let turnsMade = 0;

  /** Instances that refresh their assistants, with the time of their last turn. */
  const refreshing = new Map<number, number>();

  /** Lets the time pass, and what the instances then do in the background. */
  async function pause(ms: number): Promise<void> {
    const reads = () => cloud.cosmos.requests.filter(isLedgerRead).length;
    const expected = reads() + refreshing.size;
    clock.advance(ms);
    await vi.waitUntil(() => reads() === expected && countedTurns(cloud) === turnsMade, PATIENCE_MS);
    for (const [instance, atMs] of refreshing) {
      if (clock.now() - atMs >= REFRESHED_FOR_MS) refreshing.delete(instance);
    }
  }

  async function turns(options: TurnsOfAnAddress): Promise<Charged[]> {
    const { limit, instances, conversations, pausesMs = [], ownAssistant = false } = options;
    const settings = { RATE_LIMIT_IP_PER_MINUTE: String(limit) };
    const services: RunningService[] = [];
    const start = () => startService({ cloud, clock, telemetry, settings });
    while (services.length < instances) services.push(await start());
    const [first] = services;
    if (first && ownAssistant) await chooseOwnAssistant(first);
    // The windows of an earlier measure have ended, and the change of the assistant is stored.
    clock.advance(600_000);
    const sessions = Array.from({ length: conversations }, () => randomUUID());
    const rows: Charged[] = [];
    const inAll = pausesMs.length === 0 ? limit : Number.POSITIVE_INFINITY;
    for (let n = 0; n < Math.min(inAll, MESSAGES * sessions.length); n++) {
      const conversation = n % sessions.length;
      const service = services[conversation % instances];
      const turn = () => service?.post('/api/chat', { sessionId: sessions[conversation], message: TEXT });
      const row = await charged(cloud, `turn ${n} of the address`, turn);
      turnsMade++;
      if (n >= sessions.length) rows.push(row);
      refreshing.set(conversation % instances, clock.now());
      for (const pauseMs of pausesMs) await pause(pauseMs);
    }
    for (const service of services) await service.close();
    refreshing.clear();
    return rows;
  }
  return { turns, close: () => cloud.close() };
}

async function chooseOwnAssistant(service: RunningService): Promise<void> {
  const admin = registryAdmin(service);
  const { id } = await admin.make({ knowledge: { kind: 'documents' }, isDefault: true });
  await admin.upload(id, 'shop.md', `# Shop\n\n${TEXT}`);
}

const isLedgerRead = ({ kind, container }: { kind: string; container: string }) =>
  kind === 'read' && container === 'ledger';

/** How many turns the hourly figures count. */
function countedTurns(cloud: Cloud): number {
  const items = cloud.cosmos.container('usage').range();
  return items.filter(({ visitorMessages }) => visitorMessages === 1).length;
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
