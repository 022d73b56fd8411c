import { randomUUID } from 'node:crypto';
import { bearer, type Admin } from '../test/support/clients/admin.ts';
import type { TokenIssuer } from '../test/support/servers/agent-tokens.ts';
import { since, type RefusedResponse } from './traffic.ts';

/** The deployment under test. */
export interface TestTarget {
  service: { origin: string };
  plane: { origin: string };
  admin: Pick<Admin, 'key' | 'headers'>;
  issuer: Pick<TokenIssuer, 'token'>;
  /** An agent's token, signed with the tenant's current key. */
  token(claims?: Record<string, unknown>): Promise<string>;
}

/** A request with its credentials. */
interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

const SOME_ID = '3f2c1a80-6f5e-4c7b-9a54-0d9c3f6b1e22';
const ADMIN: Call[] = [
  { method: 'GET', path: '/api/sessions' },
  { method: 'POST', path: '/api/ops/rotate-key' },
  { method: 'DELETE', path: `/api/sessions/${SOME_ID}` },
];
const AGENT: Call[] = [
  { method: 'GET', path: '/api/agent/sessions' },
  { method: 'POST', path: `/api/agent/sessions/${SOME_ID}/claim` },
  { method: 'POST', path: `/api/agent/sessions/${SOME_ID}/message`, body: { content: 'Hello' } },
];
/** Statuses of authentication that refuses a caller, or cannot decide. */
const REFUSED_STATUSES = [401, 429, 503];

async function send(
  origin: string,
  { method, path, headers, body }: Call,
): Promise<RefusedResponse | undefined> {
  const startedAtMs = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    redirect: 'manual',
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  const text = await response.text();
  if (response.ok) return undefined;
  return {
    path,
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
    tookMs: since(startedAtMs),
  };
}

/**
 * Sends every request that must be refused without valid credentials. `opened` lists those that were not
 * refused.
 */
export async function probeUnauthorized({ service, plane, issuer, token }: Omit<TestTarget, 'admin'>) {
  // A separate client address, so that its invalid keys do not count against other clients.
  const elsewhere = { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1` };
  const forged = await token({ aud: randomUUID() });
  const unknown = await issuer.token({}, { kid: randomUUID() });
  const calls = [
    ...[{}, bearer('0'.repeat(48)), { cookie: 'cw_admin=t0.AAAA.AAAA' }].flatMap((headers) =>
      ADMIN.map((call) => ({ ...call, headers: { ...elsewhere, ...headers } })),
    ),
    ...[{}, bearer(forged), bearer(unknown)].flatMap((headers) =>
      AGENT.map((call) => ({ ...call, headers: { ...elsewhere, ...headers } })),
    ),
  ];
  const report: Call = { method: 'POST', path: '/api/reports/seat', body: {} };
  const answers = await Promise.all([
    ...calls.map((call) => send(service.origin, call)),
    send(plane.origin, report),
  ]);
  const refused = answers.filter((answer) => answer !== undefined);
  const opened = answers
    .map((answer, at) => ({ status: answer?.status ?? 200, path: (calls[at] ?? report).path }))
    .filter(({ status }) => !REFUSED_STATUSES.includes(status));
  return { opened, refused };
}

/** Sends requests of authorized callers: an admin, an agent, visitors. Returns the refusals. */
export async function probeAuthorized({
  service,
  admin,
  token,
}: Pick<TestTarget, 'service' | 'admin' | 'token'>): Promise<RefusedResponse[]> {
  const agent = { authorization: `Bearer ${await token()}` };
  const sessionId = randomUUID();
  const calls: Call[] = [
    { method: 'GET', path: '/api/sessions', headers: bearer(admin.key) },
    { method: 'GET', path: '/api/cost', headers: admin.headers },
    { method: 'GET', path: '/api/agent/sessions', headers: agent },
    { method: 'POST', path: '/api/agent/negotiate', headers: agent },
    { method: 'POST', path: '/api/negotiate', body: { sessionId } },
    { method: 'GET', path: '/api/plan' },
  ];
  const answers = await Promise.all(calls.map((call) => send(service.origin, call)));
  return answers.filter((answer) => answer !== undefined);
}
