import { createHash, randomUUID } from 'node:crypto';
import { startTokenIssuer, type TokenIssuer } from '../servers/agent-tokens.ts';
import { scriptedAnswerer, type ScriptedAnswerer } from '../ports/scripted-answerer.ts';
import { movedClock, type MovedClock } from '../clocks/real-clock.ts';
import { startService, type RunningService, type ServiceOptions } from './service.ts';
import { UNLIMITED } from './settings.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A response with its parsed JSON body. */
interface JsonResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface TestAgent {
  oid: string;
  name: string;
  token(): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<JsonResponse>;
  post(path: string, body?: unknown): Promise<JsonResponse>;
  put(path: string, body: unknown): Promise<JsonResponse>;
  delete(path: string): Promise<JsonResponse>;
}

export interface AgentService {
  service: RunningService;
  issuer: TokenIssuer;
  clock: MovedClock;
  answerer: ScriptedAnswerer;
  /** The agent with a name; the same name is the same agent. `claims` are added to their tokens. */
  agent(name: string, claims?: Record<string, unknown>): TestAgent;
  /** Starts a conversation, or one that waits for an agent. Resolves to its id. */
  conversation(state?: 'open' | 'human_requested', message?: string): Promise<string>;
  /** Sends a request of a visitor. */
  visitor(path: string, body: Record<string, unknown>): Promise<JsonResponse>;
  close(): Promise<void>;
}

/**
 * Starts the product with an identity provider, a scripted assistant and a clock that can be moved.
 * `ownModel` uses the configured model instead of the scripted assistant. Default: false. `startClock` is
 * that of the service and of the tokens from the start.
 */
export async function startAgentService({
  settings,
  ownModel = false,
  startClock: clock = movedClock(),
  ...options
}: ServiceOptions & { ownModel?: boolean; startClock?: MovedClock } = {}): Promise<AgentService> {
  const issuer = await startTokenIssuer(clock);
  const answerer = scriptedAnswerer();
  const service = await startService({
    clock,
    // The cloud composition has its own model.
    ...(options.composition !== 'cloud' && !ownModel && { answerer }),
    ...options,
    settings: {
      ...UNLIMITED,
      ...issuer.settings,
      ...settings,
    },
  });

  async function call(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const response = await fetch(`${service.origin}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answered: JsonResponse = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    return answered;
  }

  const visitor: AgentService['visitor'] = (path, body) => call('POST', path, {}, body);

  return {
    service,
    issuer,
    clock,
    answerer,
    visitor,
    agent(name, claims = {}) {
      const oid = oidOf(name);
      const token = () =>
        issuer.token({ oid, name, preferred_username: `${name.toLowerCase()}@example.com`, ...claims });
      const authorization = async () => ({ authorization: `Bearer ${await token()}` });
      return {
        oid,
        name,
        token,
        get: async (path, headers) => call('GET', path, { ...(await authorization()), ...headers }),
        post: async (path, body) => call('POST', path, await authorization(), body),
        put: async (path, body) => call('PUT', path, await authorization(), body),
        delete: async (path) => call('DELETE', path, await authorization()),
      };
    },
    async conversation(state = 'open', message = 'Hello') {
      const sessionId = randomUUID();
      const said = await visitor('/api/chat', { message, sessionId });
      if (said.status !== 200) throw new Error(`The chat answered ${said.status}.`);
      if (state === 'human_requested') await visitor('/api/handoff', { sessionId });
      return sessionId;
    },
    async close() {
      await service.close();
      await issuer.close();
    },
  };
}

function oidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
