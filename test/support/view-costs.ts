import { randomUUID } from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { vi } from 'vitest';
import { rotate } from './admin.ts';
import { startTokenIssuer } from './agent-tokens.ts';
import { startService, type Composition } from './service.ts';
import { standingClock } from './standing-clock.ts';

/** What a view or an action asks of its store. */
export interface ViewCost {
  /** Requests to Cosmos DB in the cloud, SQL statements in the embedded store: `BEGIN` is one. */
  asked: string[];
  /** Request units by the documented charges; 0 in the embedded store. */
  units: number;
}

const DAY_MS = 86_400_000;
/** How long an instance keeps its health. */
const HEALTH_TTL_MS = 10_000;
const CONVERSATIONS = 3;
const RUNS = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Runs each view and action of visitors, agents and admins on an instance that has done each before, and
 * counts what it asks of the store. No request but its own is under way: the time stands still.
 */
export async function viewCosts(composition: Composition): Promise<Map<string, ViewCost>> {
  const clock = standingClock();
  const issuer = await startTokenIssuer();
  const settings = { ...issuer.settings, RETENTION_DAYS: '1', RATE_LIMIT_IP_PER_MINUTE: '1000' };
  const service = await startService({ composition, clock, settings });
  const { cloud } = service;
  // A replica that lags would cost a write that is refused and another read.
  if (cloud) cloud.cosmos.replicas.lagMs = () => 0;
  const statements = countStatements();
  const costs = new Map<string, ViewCost>();
  const agent = { authorization: `Bearer ${await issuer.token()}` };

  async function view(name: string, work: () => Promise<unknown>): Promise<void> {
    const [requestsBefore, statementsBefore] = [cloud?.cosmos.requests.length ?? 0, statements.seen.length];
    const answer = await work();
    if (answer instanceof Response) {
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}: ${text}`);
    }
    const requests = cloud?.cosmos.requests.slice(requestsBefore) ?? [];
    const asked = requests.filter(({ kind }) => kind !== 'metadata');
    costs.set(name, {
      asked: cloud
        ? asked.map(({ kind, container }) => `${kind} ${container}`)
        : statements.seen.slice(statementsBefore),
      units: asked.reduce((sum, { charge }) => sum + charge, 0),
    });
  }

  const say = (sessionId: string) => service.post('/api/chat', { sessionId, message: 'Where is my order?' });
  const act = (sessionId: string, what: string, body: unknown = '') =>
    service.post(`/api/agent/sessions/${sessionId}/${what}`, body, agent);

  async function visitorsAndAgents(sessionId: string): Promise<void> {
    await view('the first turn', () => say(sessionId));
    await view('a turn', () => say(sessionId));
    await view('a streamed turn', () => service.post('/api/chat/stream', { sessionId, message: 'And now?' }));
    await view('the history', () => service.get(`/api/messages?sessionId=${sessionId}`));
    await view('a poll', () => service.get(`/api/messages?sessionId=${sessionId}&after=6`));
    await view('a visitor’s conversations', () =>
      service.post('/api/conversations', { sessionIds: [sessionId] }),
    );
    await view('a request for an agent', () => service.post('/api/handoff', { sessionId }));
    await view('the desk', () => service.get('/api/agent/sessions?limit=50', agent));
    await view('take next', () => service.post('/api/agent/next', '', agent));
    await view('a conversation at the desk', () =>
      service.get(`/api/agent/sessions/${sessionId}/messages`, agent),
    );
    await view('a message to the agent', () => say(sessionId));
    await view('a message of the agent', () => act(sessionId, 'message', { content: 'It is on its way.' }));
    await view('release', () => act(sessionId, 'release'));
    await view('claim', () => act(sessionId, 'claim'));
    await view('close', () => act(sessionId, 'close'));
    await view('a page of closed chats', () => service.get('/api/reports/closed-chats?limit=50', agent));
  }

  async function admins(sessionId: string, headers: Record<string, string>): Promise<void> {
    await view('overview', () => service.get('/api/overview', headers));
    await view('conversations', () => service.get('/api/sessions?limit=50', headers));
    await view('a search', () => service.get('/api/sessions/search?q=order', headers));
    await view('a transcript', () => service.get(`/api/sessions/${sessionId}/transcript`, headers));
    await view('health', () => service.get('/api/health'));
    clock.advance(HEALTH_TTL_MS);
    await view('an export of three', () => service.get('/api/sessions/export.ndjson', headers));
  }

  const sessions = Array.from({ length: CONVERSATIONS }, () => randomUUID());
  for (const sessionId of sessions) await visitorsAndAgents(sessionId);
  const { headers } = await rotate(service);
  for (let run = 0; run < 2; run++) await admins(sessions[0] ?? '', headers);
  clock.advance(2 * DAY_MS);
  await view('retention of three', () => service.services.retention.run());
  await view('retention of none', () => service.services.retention.run());
  statements.stop();
  await service.close();
  await issuer.close();
  return costs;
}

/** The first words of each statement that runs in this process. */
function countStatements() {
  const seen: string[] = [];
  const spies = RUNS.map((run) => {
    const original: unknown = Reflect.get(StatementSync.prototype, run);
    if (typeof original !== 'function') throw new Error(`A statement has no ${run}.`);
    return vi.spyOn(StatementSync.prototype, run).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      seen.push(this.sourceSQL.trim().split(/\s+/, 3).join(' '));
      return Reflect.apply(original, this, values) as never;
    });
  });
  return { seen, stop: () => spies.forEach((spy) => spy.mockRestore()) };
}
