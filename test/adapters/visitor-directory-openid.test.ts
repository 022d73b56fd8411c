import { createServer, type RequestListener, type Server } from 'node:http';
import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { developersNetwork } from '../../src/adapters/public-network/network.ts';
import { openidDirectories } from '../../src/adapters/visitor-directory/openid.ts';
import type { VisitorDirectories } from '../../src/ports.ts';
import { listen } from '../support/servers/listen.ts';
import { manualClock, type ManualClock } from '../support/clocks/manual-clock.ts';
import { realClock } from '../support/clocks/real-clock.ts';
import { realRandom } from '../support/ports/random.ts';
import { refusal } from '../support/refusal.ts';
import { startVisitorDirectory, type RunningDirectory } from '../support/servers/visitor-directory.ts';

const CALLBACK = 'http://127.0.0.1:7071/api/widget/sign-in/callback';

describe('a directory that speaks OpenID Connect', () => {
  let directory: RunningDirectory;
  let directories: VisitorDirectories;
  let clock: ManualClock;
  beforeEach(async () => {
    directory = await startVisitorDirectory();
    clock = manualClock();
    directories = openidDirectories({ clock, random: realRandom, network: developersNetwork });
  });
  afterEach(() => directory.close());

  const chosen = () => ({ issuer: directory.issuer, clientId: 'chat', required: false });

  async function round(): Promise<Awaited<ReturnType<VisitorDirectories['finish']>>> {
    const { url, checks } = await directories.begin(chosen(), CALLBACK);
    return await directories.finish(chosen(), checks, await directory.signIn(url));
  }

  test.each([
    [{ name: 'Zoë', email: 'z@shop.example', email_verified: true }, 'Zoë', 'z@shop.example', true],
    [{ name: ' ', email: 'z@shop.example' }, 'z@shop.example', 'z@shop.example', false],
    [{}, 'sub|1', undefined, undefined],
    [{ name: '😀'.repeat(200) }, '😀'.repeat(100), undefined, undefined],
  ])('identifies the visitor from the claims %j', async (person, name, email, emailVerified) => {
    directory.person = { sub: 'sub|1', ...person };
    const visitor = await round();
    expect(visitor).toMatchObject({ issuer: directory.issuer, subject: 'sub|1', name });
    expect(visitor?.email).toBe(email);
    expect(visitor?.emailVerified).toBe(emailVerified);
  });

  test('gives each sign-in its own secrets', async () => {
    const [one, other] = [
      await directories.begin(chosen(), CALLBACK),
      await directories.begin(chosen(), CALLBACK),
    ];
    const secrets = [one, other].flatMap(({ checks }) => Object.values(checks));
    expect(new Set(secrets).size).toBe(6);
  });

  test.each(['state', 'nonce', 'verifier'] as const)('refuses a return with another %s', async (secret) => {
    const { url, checks } = await directories.begin(chosen(), CALLBACK);
    const back = await directory.signIn(url);
    const other = 'x'.repeat(43);
    expect(await directories.finish(chosen(), { ...checks, [secret]: other }, back)).toBeUndefined();
  });

  test('refuses a return with a used code or from another issuer', async () => {
    const { url, checks } = await directories.begin(chosen(), CALLBACK);
    const back = await directory.signIn(url);
    const foreign = back.replace(encodeURIComponent(directory.issuer), 'https%3A%2F%2Fid.example');
    expect(foreign).not.toBe(back);
    expect(await directories.finish(chosen(), checks, foreign)).toBeUndefined();
    expect(await directories.finish(chosen(), checks, back)).toBeDefined();
    expect(await directories.finish(chosen(), checks, back)).toBeUndefined();
  });

  test('has its metadata fetched again after ten minutes, and is unavailable if it does not answer', async () => {
    const { url, checks } = await directories.begin(chosen(), CALLBACK);
    const back = await directory.signIn(url);
    await directory.close();
    expect((await directories.begin(chosen(), CALLBACK)).url).toContain(directory.issuer);
    expect(await refusal(directories.finish(chosen(), checks, back))).toBe('identity-unavailable');
    clock.advance(10 * 60_000);
    expect(await refusal(directories.begin(chosen(), CALLBACK))).toBe('identity-unavailable');
    directory = await startVisitorDirectory();
    expect(await round()).toMatchObject({ subject: 'somebody' });
  });
});

/** Metadata that goes on for as long as it is read. */
const endlessMetadata: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.write('{"issuer":"');
  const piece = 'x'.repeat(64 * 1024);
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
};

describe('a directory', () => {
  let server: Server;
  afterEach(() => server.close());

  test.each<[string, RequestListener]>([
    ['answers with an error', (_request, response) => void response.writeHead(500).end()],
    ['answers with a page', (_request, response) => void response.end('<!doctype html>')],
    [
      'names another issuer',
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"issuer":"https://id.example","authorization_endpoint":"https://id.example/a"}');
      },
    ],
    ['sends metadata without an end', endlessMetadata],
    ['breaks off', (request) => void request.socket.destroy()],
  ])('that %s is unavailable, and is requested again after 30 seconds', async (_how, listener) => {
    let asked = 0;
    server = createServer((request, response) => {
      asked++;
      listener(request, response);
    });
    const issuer = await listen(server);
    const clock = manualClock();
    const directories = openidDirectories({ clock, random: realRandom, network: developersNetwork });
    const directory = { issuer, clientId: 'chat', required: true };
    expect(await refusal(directories.begin(directory, CALLBACK))).toBe('identity-unavailable');
    expect(asked).toBe(1);
    const many = Array.from({ length: 50 }, () => refusal(directories.begin(directory, CALLBACK)));
    expect(new Set(await Promise.all(many))).toEqual(new Set(['identity-unavailable']));
    expect(asked).toBe(1);
    clock.advance(30_000);
    expect(await refusal(directories.begin(directory, CALLBACK))).toBe('identity-unavailable');
    expect(asked).toBe(2);
  });
});

describe('the metadata of a directory', () => {
  let directory: Server;
  let inside: Server;
  let connections: number;
  afterEach(() => [directory, inside].forEach((server) => server.close()));

  test.each(['token_endpoint', 'jwks_uri'])(
    'that names an internal server as %s is not followed',
    async (endpoint) => {
      connections = 0;
      inside = createServer((_request, response) => void response.end('{}'));
      inside.on('connection', () => connections++);
      const { port } = new URL(await listen(inside));
      const idToken: { sign?: () => Promise<string> } = {};
      directory = createServer((request, response) => {
        response.setHeader('content-type', 'application/json');
        if (request.url !== '/token') {
          response.end(JSON.stringify(metadata));
          return;
        }
        void idToken
          .sign?.()
          .then((token) =>
            response.end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token: token })),
          );
      });
      const issuer = await listen(directory);
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        [endpoint]: `http://localhost:${port}/inside`,
      };
      // By name, `localhost` leads elsewhere than to the one address that may be asked.
      const network = {
        resolve: () => Promise.resolve(['127.0.0.2']),
        isAllowed: (address: string) => address === '127.0.0.1',
      };
      const clock = realClock;
      const directories = openidDirectories({ clock, random: realRandom, network });
      const chosen = { issuer, clientId: 'chat', required: false };
      const { url, checks } = await directories.begin(chosen, CALLBACK);
      const { privateKey } = await generateKeyPair('RS256');
      idToken.sign = () =>
        new SignJWT({ nonce: checks.nonce })
          .setProtectedHeader({ alg: 'RS256' })
          .setIssuer(issuer)
          .setAudience('chat')
          .setSubject('zoe')
          .setIssuedAt()
          .setExpirationTime('5m')
          .sign(privateKey);
      const back = `${CALLBACK}?code=c&state=${new URL(url).searchParams.get('state')}`;
      expect(await refusal(directories.finish(chosen, checks, back))).toBe('identity-unavailable');
      expect(connections).toBe(0);
    },
  );

  test('is read up to 256 KB', async () => {
    const closed = Promise.withResolvers<number>();
    inside = createServer();
    directory = createServer((request, response) => {
      request.socket.on('close', () => closed.resolve(request.socket.bytesWritten));
      endlessMetadata(request, response);
    });
    const issuer = await listen(directory);
    const directories = openidDirectories({
      clock: manualClock(),
      random: realRandom,
      network: developersNetwork,
    });
    const began = directories.begin({ issuer, clientId: 'chat', required: false }, CALLBACK);
    expect(await refusal(began)).toBe('identity-unavailable');
    // More was written into the buffers of the two sockets than was read.
    expect(await closed.promise).toBeLessThan(32 * 1024 * 1024);
  });
});
