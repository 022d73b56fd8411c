import { SESSION_SECONDS } from '../access/rules/admin-key.ts';
import { AppError } from '../core/errors.ts';
import type { WidgetVisitor } from '../conversations/rules/visitors.ts';
import type { AgentClaims, ReportSender } from '../ports.ts';
import type { AdminAccess } from '../access/admin-gate.ts';
import type { Services } from '../compose.ts';
import type { ControlPlaneServices, FileServices } from '../compose/services.ts';
import { cookieOf, cookieIn } from './cookie.ts';
import { isForPerson } from './negotiation.ts';
import type { Cookie, HttpReply, HttpRequest } from './request.ts';

/** The authentication of an endpoint (docs/rules.md, Authentication). */
export type Gate = keyof Callers;

/** The input of a handler about its caller, by gate. */
export interface Callers {
  anonymous: object;
  /** Without authentication, for files that are served before the store is loaded. */
  static: object;
  /**
   * The token claims of a registered widget's visitor for the session of the call; undefined for the plain
   * chat.
   */
  visitor: { claimsFor: (sessionId: string | undefined) => Promise<WidgetVisitor | undefined> };
  admin: { admin: AdminAccess };
  agent: { agent: AgentClaims };
  /** Agents and admins; `staff`: the kind of credentials. */
  staff: { staff: 'admin' | 'agent' };
  /** The publisher's list of plans: public, from any site. */
  listing: object;
  /** Deployments that send reports; `sender` is undefined if no issuer is configured. */
  publisher: { sender: ReportSender | undefined };
}

/** The services of the handlers behind each gate. */
export interface ServicesOf extends Record<Gate, Services | ControlPlaneServices | FileServices> {
  anonymous: Services;
  static: FileServices;
  visitor: Services;
  admin: Services;
  agent: Services;
  staff: Services;
  listing: ControlPlaneServices;
  publisher: ControlPlaneServices;
}

/** An authenticated caller with cookies for the reply; `instead`: a reply that replaces the endpoint's. */
type Authentication<G extends Gate> =
  { caller: Callers[G]; cookies?: readonly Cookie[] } | { instead: HttpReply };

const GATES: {
  [G in Gate]: (request: HttpRequest, services: ServicesOf[G]) => Promise<Authentication<G>>;
} = {
  anonymous: () => Promise.resolve({ caller: {} }),
  static: () => Promise.resolve({ caller: {} }),
  visitor: authenticateVisitor,
  admin: authenticateAdmin,
  agent: authenticateAgent,
  staff: authenticateStaff,
  listing: () => Promise.resolve({ caller: {} }),
  publisher: authenticateSender,
};

/** Authenticates a caller for a gate; throws an AppError for a refusal. */
export async function authenticate<G extends Gate>(
  gate: G,
  request: HttpRequest,
  services: ServicesOf[G],
): Promise<Authentication<G>> {
  return await GATES[gate](request, services);
}

// --- Bearer tokens -----------------------------------------------------------------------------------------

/** The bearer token of a request (RFC 6750 §2.1), or undefined. */
function bearerOf(request: HttpRequest): string | undefined {
  return /^bearer +([^ ].*)$/i.exec(request.header('authorization') ?? '')?.[1];
}

function requireBearer(request: HttpRequest): string {
  const token = bearerOf(request);
  if (token === undefined) throw new AppError('unauthorized');
  return token;
}

/**
 * A compact JWS (RFC 7515 §7.1): three parts, starting with encoded JSON. An admin key never has this form.
 */
const TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/**
 * Whether a bearer token has the form of an agent's token. Such a token is not compared with the admin key,
 * and does not count as a wrong key.
 */
function isAgentToken(bearer: string | undefined): boolean {
  return TOKEN.test(bearer ?? '');
}

// --- Visitors ----------------------------------------------------------------------------------------------

/**
 * The visitor surface is anonymous. An Authorization header is used only for sessions of registered widgets,
 * so it is read once the session is known, and otherwise ignored.
 */
function authenticateVisitor(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: Callers['visitor'] }> {
  const token = bearerOf(request);
  return Promise.resolve({
    caller: {
      claimsFor: async (sessionId) =>
        token === undefined ? undefined : await services.widgetAuth.authenticate(token, sessionId),
    },
  });
}

// --- Admins ------------------------------------------------------------------------------------------------

/** The name of the session cookie of the admin pages on plain-http localhost; elsewhere it has a prefix. */
export const ADMIN_COOKIE = 'cw_admin';

/** The value of the admin pages' session cookie in a request. */
export function sessionIn(request: HttpRequest): string | undefined {
  return cookieIn(request, ADMIN_COOKIE);
}

/** The cookie that keeps a browser signed in to the admin pages. */
export function sessionCookie(request: HttpRequest, session: string): Cookie {
  return cookieOf(request, ADMIN_COOKIE, session, SESSION_SECONDS);
}

/** The cookie that deletes a browser's session. */
export function clearedSessionCookie(request: HttpRequest): Cookie {
  return { ...sessionCookie(request, ''), maxAgeSeconds: 0 };
}

/**
 * Authenticates a request to the admin surface. A page with the key in its URL is redirected to the URL
 * without the key.
 */
async function authenticateAdmin(request: HttpRequest, services: Services): Promise<Authentication<'admin'>> {
  const code = request.query.get('code');
  const bearer = bearerOf(request);
  const { access, session } = await services.adminGate.authenticate({
    code: code || undefined,
    bearer: isAgentToken(bearer) ? undefined : bearer,
    session: sessionIn(request),
    clientIp: request.clientIp,
  });
  const cookies = session === undefined ? {} : { cookies: [sessionCookie(request, session)] };
  if (code !== null && request.method === 'GET' && isForPerson(request)) {
    return { instead: { status: 303, headers: { location: addressWithoutKey(request) }, ...cookies } };
  }
  return { caller: { admin: access }, ...cookies };
}

/** The path and query of a request, without the admin key. */
export function addressWithoutKey({ path, query }: HttpRequest): string {
  const rest = new URLSearchParams(query);
  rest.delete('code');
  return rest.size === 0 ? path : `${path}?${rest.toString()}`;
}

// --- Agents, staff and report senders ----------------------------------------------------------------------

/**
 * Authenticates a request to the agent surface: a bearer token in the header only (docs/rules.md, Agent
 * tokens).
 */
async function authenticateAgent(
  request: HttpRequest,
  services: Services,
): Promise<{ caller: Callers['agent'] }> {
  const agent = await services.agentIdentity.verify(requireBearer(request));
  services.colleagues.recordActivity(agent);
  return { caller: { agent } };
}

/**
 * Authenticates agents and admins for shared endpoints. A token in the form of an agent's is verified as one,
 * and does not count as a wrong key.
 */
async function authenticateStaff(request: HttpRequest, services: Services): Promise<Authentication<'staff'>> {
  if (isAgentToken(bearerOf(request))) {
    await authenticateAgent(request, services);
    return { caller: { staff: 'agent' } };
  }
  const admission = await authenticateAdmin(request, services);
  return 'instead' in admission ? admission : { ...admission, caller: { staff: 'admin' } };
}

/**
 * Authenticates a report by the managed identity's token of its sender, if an issuer is configured.
 */
async function authenticateSender(
  request: HttpRequest,
  { reportSenders }: ControlPlaneServices,
): Promise<{ caller: Callers['publisher'] }> {
  const sender = reportSenders && (await reportSenders.verify(requireBearer(request)));
  return { caller: { sender } };
}
