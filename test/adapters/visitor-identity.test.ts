import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { runInNewContext } from 'node:vm';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { joseIdentityTokens } from '../../src/adapters/visitor-identity/jose.ts';
import type { IdentityTokens } from '../../src/ports.ts';
import { SHOP_LOGIN, shopLogin, type Claims } from '../support/ports/identity-tokens.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { refusal } from '../support/refusal.ts';
import { startTlsServer, type TlsServer } from '../support/servers/tls-server.ts';

const WIDGET = '11111111-1111-4111-8111-111111111111';
const SECRET = 'current-secret-of-43-characters-0123456789a';
const PREVIOUS = 'previous-secret-of-43-characters-012345678b';
const clock = manualClock();
const login = shopLogin({ clock, widgetId: WIDGET });
const EXPECTED = { issuer: SHOP_LOGIN, audience: WIDGET, secrets: [SECRET, PREVIOUS] };
const ZOE = {
  issuer: SHOP_LOGIN,
  subject: 'customer-1',
  name: 'Zoë',
  email: 'zoe@shop.example',
  emailVerified: true,
};

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (header: object) => `${base64(header)}.${base64(login.claims())}`;

describe('a token signed with a secret', () => {
  const tokens = joseIdentityTokens({ clock });
  const verify = (token: string, secrets = EXPECTED.secrets) =>
    tokens.verify(token, { ...EXPECTED, secrets });

  test.each([SECRET, PREVIOUS])(
    'identifies the visitor by the current secret and the previous one',
    async (by) => {
      expect(await verify(await login.bySecret(by))).toEqual({ visitor: ZOE });
    },
  );

  test.each<[string, Claims, object]>([
    ['an unverified address', { email_verified: false }, { emailVerified: false }],
    ['an address without email_verified', { email_verified: undefined }, { emailVerified: false }],
    ['the text "true" as email_verified', { email_verified: 'true' }, { emailVerified: false }],
    ['null as the name', { name: null }, { name: 'zoe@shop.example' }],
    ['only a subject', { name: undefined, email: undefined }, { name: 'customer-1' }],
    ['a long name', { name: 'x'.repeat(300) }, { name: 'x'.repeat(100) }],
  ])('is accepted with %s', async (_case, about, expected) => {
    expect(await verify(await login.bySecret(SECRET, about))).toMatchObject({ visitor: expected });
  });

  test('gives only the claims that are configured', async () => {
    const token = await login.bySecret(SECRET, { customer_number: 'K-7', plan: 3, secret: 'x' });
    const claims = ['customer_number', 'plan', 'missing'];
    expect(await tokens.verify(token, { ...EXPECTED, claims })).toEqual({
      visitor: { ...ZOE, claims: { customer_number: 'K-7', plan: '3' } },
    });
    expect(await verify(token)).toEqual({ visitor: ZOE });
  });

  const now = () => Math.floor(clock.now() / 1000);
  test.each<[string, string, () => Claims]>([
    ['expired', 'expired', () => ({ exp: now() - 61 })],
    ['without an expiry', 'claim-missing', () => ({ exp: undefined })],
    ['without an issue time', 'claim-missing', () => ({ iat: undefined })],
    ['without a subject', 'claim-missing', () => ({ sub: undefined })],
    ['with an empty subject', 'claim-invalid', () => ({ sub: '' })],
    ['with a long subject', 'claim-invalid', () => ({ sub: 'x'.repeat(256) })],
    ['issued more than an hour ago', 'too-old', () => ({ iat: now() - 3_700, exp: now() + 9e6 })],
    ['not valid yet', 'not-yet-valid', () => ({ nbf: now() + 120 })],
    ['issued in the future', 'not-yet-valid', () => ({ iat: now() + 120, exp: now() + 300 })],
    ['for another widget', 'wrong-audience', () => ({ aud: 'another' })],
    ['without a widget', 'claim-missing', () => ({ aud: undefined })],
    ['of another issuer', 'wrong-issuer', () => ({ iss: 'https://evil.example' })],
    ['over 4 000 characters', 'too-long', () => ({ padding: 'x'.repeat(4_000) })],
  ])('is refused if it is %s: %s', async (_case, refused, about) => {
    expect(await verify(await login.bySecret(SECRET, about()))).toEqual({ refused });
  });

  test('is refused if its secret is wrong or missing, or if it was changed or is not a token', async () => {
    expect(await verify(await login.bySecret('another'.repeat(6)))).toEqual({ refused: 'wrong-signature' });
    expect(await verify(await login.bySecret(SECRET), [])).toEqual({ refused: 'no-secret' });
    const [header, , signature] = (await login.bySecret(SECRET)).split('.');
    const changed = `${header}.${base64(login.claims({ sub: 'admin' }))}.${signature}`;
    expect(await verify(changed)).toEqual({ refused: 'wrong-signature' });
    for (const none of [
      'x',
      'a.b',
      'a.b.c',
      '..',
      ' ',
      `${base64([])}.e30.x`,
      `${base64({ alg: 1 })}.e30.x`,
    ]) {
      expect(await verify(none)).toEqual({ refused: expect.stringMatching(/not-a-token|wrong-algorithm/) });
    }
  });

  test.each(['none', 'None', 'HS384', 'RS1', 'dir'])('is refused with the algorithm %s', async (alg) => {
    const head = unsigned({ alg });
    for (const end of ['', base64('x')]) {
      expect(await verify(`${head}.${end}`)).toEqual({ refused: 'wrong-algorithm' });
    }
  });
});

describe('a token signed with a key of a key set', () => {
  let server: TlsServer;
  let pair: Awaited<ReturnType<typeof generateKeyPair>>;
  let published: JWK[];
  let answer: RequestListener;
  let asked: number;
  let tokens: IdentityTokens;
  let addresses: string[];
  beforeAll(async () => {
    pair = await generateKeyPair('RS256', { extractable: true });
    server = await startTlsServer((request, response) => {
      asked++;
      answer(request, response);
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    asked = 0;
    published = [{ ...(await exportJWK(pair.publicKey)), kid: 'one' }];
    answer = (_request, response) => void response.end(JSON.stringify({ keys: published }));
    addresses = ['127.0.0.1'];
    tokens = joseIdentityTokens({
      clock,
      network: {
        resolve: () => Promise.resolve(addresses),
        isAllowed: (address) => address === '127.0.0.1',
        port: Number(new URL(server.origin).port),
        certificateName: 'localhost',
      },
    });
  });
  const keySetUrl = 'https://shop.example/.well-known/jwks.json';
  const verify = (token: string) => tokens.verify(token, { ...EXPECTED, keySetUrl });
  const signed = (about?: Claims, kid = 'one') => login.byKey(pair.privateKey, { alg: 'RS256', kid }, about);

  test('identifies the visitor, and the keys are fetched once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, async () => verify(await signed())));
    expect(all).toEqual(Array(5).fill({ visitor: ZOE }));
    expect(await verify(await signed())).toEqual({ visitor: ZOE });
    expect(asked).toBe(1);
  });

  test('is refused if a public key is used as a secret, with another key, and without a key set', async () => {
    const pem = await exportSPKI(pair.publicKey);
    const head = unsigned({ alg: 'HS256', kid: 'one' });
    const confused = `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
    expect(await verify(confused)).toEqual({ refused: 'wrong-signature' });
    const other = await generateKeyPair('RS256');
    const forged = await login.byKey(other.privateKey, { alg: 'RS256', kid: 'one' });
    expect(await verify(forged)).toEqual({ refused: 'wrong-signature' });
    expect(await verify(await signed({}, 'two'))).toEqual({ refused: 'unknown-key' });
    expect(await tokens.verify(await signed(), EXPECTED)).toEqual({ refused: 'no-key-set' });
  });

  test('is not verified with a secret from the key set', async () => {
    published = [{ kty: 'oct', k: Buffer.from('x'.repeat(43)).toString('base64url'), kid: 'one' }];
    expect(await verify(await login.bySecret('x'.repeat(43)))).toEqual({ refused: 'wrong-signature' });
    expect(await verify(await signed())).toEqual({ refused: 'unknown-key' });
  });

  test.each<[string, RequestListener]>([
    ['an error', (_, response) => void response.writeHead(500).end()],
    ['a redirect', (_, response) => void response.writeHead(302, { location: keySetUrl }).end()],
    ['invalid JSON', (_, response) => void response.end('<html>')],
    ['a text that is not a key set', (_, response) => void response.end('[]')],
    ['more than any key set', (_, response) => void response.end(`{"keys":["${'x'.repeat(100_000)}"]}`)],
    ['a broken line', (request) => void request.socket.destroy()],
  ])('cannot be verified if the key set server answers with %s', async (_case, listener) => {
    answer = listener;
    expect(await refusal(verify(await signed()))).toBe('identity-unavailable');
    expect(await refusal(verify(await signed()))).toBe('identity-unavailable');
    expect(asked).toBe(1);
  });

  test.each([[[]], [['10.0.0.1']], [['127.0.0.1', '169.254.169.254']]])(
    'is not verified if the name of the key set server resolves to %j',
    async (wrong) => {
      addresses = wrong;
      expect(await refusal(verify(await signed()))).toBe('identity-unavailable');
      expect(asked).toBe(0);
    },
  );
});

test('the Node sample of the documentation makes a valid token', async () => {
  const docs = await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const sample = /```js\n\/\/ Node, with jose\n(.*?)```/s.exec(docs)?.[1] ?? '';
  const program = sample.replace(/import .*;\n/, '').replace('export ', '');
  const user = { id: 'customer-1', name: 'Zoë', email: 'zoe@shop.example', emailConfirmed: true };
  const env = { CHAT_WIDGET_ID: WIDGET, CHAT_WIDGET_SECRET: SECRET };
  const made: unknown = runInNewContext(`${program}; identityOf(user)`, {
    SignJWT,
    TextEncoder,
    process: { env },
    user,
  });
  const token = String(await made);
  expect(await joseIdentityTokens({ clock: realClock }).verify(token, EXPECTED)).toEqual({ visitor: ZOE });
});
