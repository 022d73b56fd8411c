import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type GenerateKeyPairResult } from 'jose';
import { closeServer, listen } from './listen.ts';

/** The behavior of the key server: it returns its keys, fails, returns invalid data, or does not respond. */
export type KeyServerState = 'keys' | 'error' | 'garbage' | 'silence';

/** A tenant of an identity provider: a key server on the loopback interface, and tokens that it signs. */
export interface TokenIssuer {
  authority: string;
  tenantId: string;
  clientId: string;
  /** The settings of a deployment that accepts this tenant's tokens. */
  settings: Readonly<Record<'IDP_AUTHORITY' | 'IDP_APP_TENANT_ID' | 'IDP_APP_CLIENT_ID', string>>;
  /**
   * Issues an agent's access token. Given claims and header fields replace the defaults; `undefined` removes
   * one.
   */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** The current public key in PEM form. */
  publicKey(): Promise<string>;
  /** Signs with a new key from now on. The old key is no longer listed. */
  rotate(): Promise<void>;
  /** The number of requests for the keys. */
  readonly requests: number;
  mood: KeyServerState;
  /** Handles the application's sign-in; undefined: no such endpoint. */
  applicationSignIn: RequestListener | undefined;
  close(): Promise<void>;
}

/** Starts a tenant with one application. Times in its tokens are the clock's. */
export async function startTokenIssuer(clock: { now(): number } = { now: Date.now }): Promise<TokenIssuer> {
  const tenantId = randomUUID();
  const clientId = randomUUID();
  let signing = await newKey();
  const used = [signing];
  let requests = 0;
  const silent = new Set<ServerResponse>();

  const server = createServer((request, response) => {
    if (request.url === `/${tenantId}/oauth2/v2.0/token` && issuer.applicationSignIn) {
      issuer.applicationSignIn(request, response);
      return;
    }
    if (request.url !== `/${tenantId}/discovery/v2.0/keys`) return response.writeHead(404).end();
    requests++;
    switch (issuer.mood) {
      case 'keys':
        return void publicKeys(signing).then((keys) => response.end(JSON.stringify({ keys })));
      case 'error':
        return response.writeHead(500).end();
      case 'garbage':
        return response.end('<html>');
      case 'silence':
        return silent.add(response);
    }
  });
  const authority = await listen(server);

  const issuer: TokenIssuer = {
    authority,
    tenantId,
    clientId,
    settings: { IDP_AUTHORITY: authority, IDP_APP_TENANT_ID: tenantId, IDP_APP_CLIENT_ID: clientId },
    token(claims = {}, header = {}) {
      const nowSeconds = Math.floor(clock.now() / 1000);
      return new SignJWT({
        iss: `${authority}/${tenantId}/v2.0`,
        aud: clientId,
        iat: nowSeconds,
        nbf: nowSeconds,
        exp: nowSeconds + 3600,
        tid: tenantId,
        oid: 'c0ffee00-0000-4000-8000-000000000001',
        scp: 'access_as_user',
        preferred_username: 'mia@example.com',
        name: 'Mia Berg',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: signing.kid, ...header })
        .sign(signing.privateKey);
    },
    publicKey: () => exportSPKI(signing.publicKey),
    async rotate() {
      signing = await newKey();
      used.push(signing);
    },
    get requests() {
      return requests;
    },
    mood: 'keys',
    applicationSignIn: undefined,
    async close() {
      await closeServer(server);
      unused.push(...used.splice(0));
    },
  };
  return issuer;
}

type Signing = GenerateKeyPairResult & { kid: string };

/** Key pairs of closed issuers, because creating one takes longer than most tests. */
const unused: GenerateKeyPairResult[] = [];

/** A key pair that no open issuer has used, under a new name. */
async function newKey(): Promise<Signing> {
  const pair = unused.pop() ?? (await generateKeyPair('RS256', { extractable: true }));
  return { ...pair, kid: randomUUID() };
}

/** The tenant's key list, with keys for other purposes. */
async function publicKeys({ publicKey, kid }: Signing): Promise<object[]> {
  const jwk = await exportJWK(publicKey);
  return [
    { kty: 'EC', crv: 'P-256', kid: 'other-kind', x: 'AA', y: 'AA' },
    { ...jwk, kid: 'for-encryption', use: 'enc' },
    { kty: 'RSA', kid: 'too-short', n: 'AQAB', e: 'AQAB' },
    { ...jwk, kid, use: 'sig', x5c: ['AA'] },
  ];
}
