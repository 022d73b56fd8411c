import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Clock, Random } from '../../ports.ts';
import { localAgent, type LocalAgent } from './local-agents.ts';
import { messagePage, signInPage } from './local-sign-in-page.tsx';

interface LocalProviderOptions {
  /** The port to listen on; 0 for any free port. */
  port: number;
  /** The paths accepted in redirect URIs on this machine, with any port, for example `/api/collab-tab`. */
  redirectPaths: readonly string[];
  clock: Clock;
  random: Random;
}

/** A running identity provider, with the values of the `IDP_*` settings. */
export interface LocalProvider {
  authority: string;
  tenantId: string;
  clientId: string;
  close(): Promise<void>;
}

/** The tenant and the application that the local provider imitates. */
const TENANT_ID = '10ca1000-0000-4000-8000-000000007e4a';
const CLIENT_ID = '10ca1000-0000-4000-8000-0000000000c1';

const SCOPE = 'access_as_user';
/** Clients may request the application's scope without a prefix, or with either name of the application. */
const SCOPES = new Set([SCOPE, `api://${CLIENT_ID}/${SCOPE}`, `${CLIENT_ID}/${SCOPE}`]);
const TOKEN_SECONDS = 3600;
const CODE_MS = 60_000;
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

/** Pages load nothing and cannot be framed. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

/** The sign-in of an agent. Codes and refresh tokens refer to it, each for one use. */
interface Grant {
  agent: LocalAgent;
  scope: string;
  nonce: string | null;
  redirectUri: string;
  challenge: string;
  issuedAtMs: number;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const json = (status: number, value: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(value),
});
const page = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
});
const redirect = (location: URL): Answer => ({ status: 303, headers: { location: location.href } });

/**
 * An OpenID provider with example agents, for development: a page to choose one, and the endpoints of a
 * tenant of Microsoft Entra ID that the desk's sign-in uses. It listens on the loopback interface. The
 * signing key is generated at each start, so a restart signs all agents out. Times in tokens come from the
 * `Clock` port, which the local host can move. Rejects with the system's error if the port is taken.
 */
export async function localIdentityProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const { port, redirectPaths, clock, random } = options;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: random.uuid(), alg: 'RS256', use: 'sig' };
  const grants = new Map<string, Grant>();

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  const authority = `http://${host}`;
  const base = `${authority}/${TENANT_ID}`;
  const metadata = {
    issuer: `${base}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    token_endpoint: `${base}/oauth2/v2.0/token`,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
  };

  /** Stores a grant under a new secret. */
  function keep(grant: Grant): string {
    const secret = Buffer.from(random.bytes(32)).toString('base64url');
    grants.set(secret, grant);
    return secret;
  }

  /** An accepted redirect URI; loopback URIs may have any port (RFC 8252 §7.3). */
  function redirectTarget(uri: string | null): URL | undefined {
    const url = URL.parse(uri ?? '');
    return url && LOOPBACK.test(url.origin) && redirectPaths.includes(url.pathname) ? url : undefined;
  }

  function authorize(query: URLSearchParams, agent: LocalAgent | undefined): Answer {
    const target = redirectTarget(query.get('redirect_uri'));
    if (!target || query.get('client_id') !== CLIENT_ID) {
      return page(400, messagePage('That sign-in did not work', 'The client_id or redirect_uri is unknown.'));
    }
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = (fields: Record<string, string>) => {
      const answer = new URLSearchParams({ ...fields, state: query.get('state') ?? '' });
      if (query.get('response_mode') === 'fragment') target.hash = `${answer}`;
      else target.search = `${answer}`;
      return redirect(target);
    };
    const challenge = query.get('code_challenge');
    const isKnown = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256';
    if (!isKnown || challenge === null) return back({ error: 'invalid_request' });
    // The provider keeps no sessions.
    if (query.get('prompt') === 'none') return back({ error: 'login_required' });
    if (!agent) return page(200, signInPage());
    const [scope, nonce] = [query.get('scope') ?? '', query.get('nonce')];
    return back({
      code: keep({ agent, scope, nonce, redirectUri, challenge, issuedAtMs: clock.now() }),
    });
  }

  async function redeem(form: URLSearchParams): Promise<Answer> {
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const secret = form.get(isRefresh ? 'refresh_token' : 'code') ?? '';
    const grant = grants.get(secret);
    grants.delete(secret);
    const verifier = form.get('code_verifier') ?? '';
    const isProven =
      isRefresh ||
      (grant?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
        grant.redirectUri === form.get('redirect_uri') &&
        clock.now() < grant.issuedAtMs + CODE_MS);
    if (!grant || !isProven || form.get('client_id') !== CLIENT_ID) {
      return json(400, { error: 'invalid_grant' });
    }
    const scope = form.get('scope') ?? grant.scope;
    return json(200, {
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope,
      access_token: await sign(grant.agent, {
        ver: '2.0',
        // Sent as app roles, which widgets can refer to.
        roles: [grant.agent.role],
        scp: scope.split(' ').some((one) => SCOPES.has(one)) ? SCOPE : '',
      }),
      id_token: await sign(grant.agent, { email: grant.agent.username, nonce: grant.nonce ?? undefined }),
      refresh_token: keep(grant),
    });
  }

  function sign({ oid, name, username }: LocalAgent, claims: JWTPayload): Promise<string> {
    const issuedAt = Math.floor(clock.now() / 1000);
    const person = { sub: oid, oid, tid: TENANT_ID, name, preferred_username: username };
    return new SignJWT({ ...person, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' })
      .setIssuer(metadata.issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_SECONDS)
      .sign(privateKey);
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', authority);
    const isPost = request.method === 'POST';
    const form = new URLSearchParams(isPost ? await text(request) : '');
    switch (`${authority}${url.pathname}`) {
      case `${metadata.issuer}/.well-known/openid-configuration`:
        return json(200, metadata);
      case metadata.jwks_uri:
        return json(200, { keys: [key] });
      case metadata.authorization_endpoint:
        return authorize(url.searchParams, localAgent(form.get('agent') ?? ''));
      case metadata.token_endpoint:
        return isPost ? await redeem(form) : { status: 405 };
      case metadata.end_session_endpoint: {
        const target = redirectTarget(url.searchParams.get('post_logout_redirect_uri'));
        return target ? redirect(target) : page(200, messagePage('Signed out', 'You can close this page.'));
      }
      default:
        return { status: 404 };
    }
  }

  server.on('request', (request, response) => {
    // Refuses other host names as a defense against DNS rebinding.
    if (request.headers.host !== host) return void response.writeHead(421).end();
    const { origin = authority } = request.headers;
    if (!LOOPBACK.test(origin)) return void response.writeHead(403).end(`${origin} is not allowed.`);
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    // Another value would hide the origin of the page's own form.
    response.setHeader('Referrer-Policy', 'same-origin');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    return void answerTo(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      // The client has gone before its form had come.
      () => response.destroy(),
    );
  });

  return {
    authority,
    tenantId: TENANT_ID,
    clientId: CLIENT_ID,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
