import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { closeServer, listen } from './listen.ts';

export interface Person {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

export interface RunningDirectory {
  issuer: string;
  clientId: string;
  /** The person who signs in next, without a prompt; undefined refuses. */
  person: Person | undefined;
  /**
   * Signs a browser in at the URL to which the service sent it. Returns the URL to which the provider
   * redirects it.
   */
  signIn(address: string): Promise<string>;
  close(): Promise<void>;
}

const CALLBACK = /^http:\/\/(127\.0\.0\.1|localhost):\d+\/api\/widget\/sign-in\/callback$/;

/**
 * An OpenID provider for visitors on a free port, in which the configured person is signed in. It demands
 * PKCE, and redeems a code once.
 */
export async function startVisitorDirectory(): Promise<RunningDirectory> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'a', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { person: Person; query: URLSearchParams }>();

  /** The URL to which a browser is sent back. */
  function authorize(query: URLSearchParams): string {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== 'chat' || !CALLBACK.test(redirectUri)) throw new Error('Unknown client.');
    if (query.get('response_type') !== 'code' || query.get('code_challenge_method') !== 'S256') {
      throw new Error('Not a code flow with PKCE.');
    }
    const { person } = directory;
    const code = randomUUID();
    if (person) codes.set(code, { person, query });
    const outcome = person ? { code } : { error: 'access_denied', error_description: 'Not this time.' };
    const answer = { ...outcome, state: query.get('state') ?? '', iss: issuer };
    return `${redirectUri}?${new URLSearchParams(answer)}`;
  }

  /** The tokens for a code; undefined if it is unknown, used, or asked for without its verifier. */
  async function redeem(form: URLSearchParams): Promise<object | undefined> {
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (grant?.query.get('code_challenge') !== challenge) return undefined;
    if (grant.query.get('redirect_uri') !== form.get('redirect_uri')) return undefined;
    const claims = { ...grant.person, nonce: grant.query.get('nonce') ?? undefined };
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .setIssuer(issuer)
      .setAudience('chat')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    return { token_type: 'Bearer', access_token: 'opaque', expires_in: 60, id_token: idToken };
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/.well-known/openid-configuration') {
      json(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    } else if (pathname === '/jwks') json(200, { keys: [key] });
    else if (pathname === '/auth') response.writeHead(303, { location: authorize(searchParams) }).end();
    else if (pathname === '/token') {
      void text(request)
        .then((form) => redeem(new URLSearchParams(form)))
        .then((tokens) => json(tokens ? 200 : 400, tokens ?? { error: 'invalid_grant' }));
    } else json(404, {});
  });
  const issuer = await listen(server);

  const directory: RunningDirectory = {
    issuer,
    clientId: 'chat',
    person: { sub: 'somebody' },
    async signIn(address) {
      const response = await fetch(address, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`The directory answered ${response.status} at ${address}.`);
      return location;
    },
    close: () => closeServer(server),
  };
  return directory;
}
