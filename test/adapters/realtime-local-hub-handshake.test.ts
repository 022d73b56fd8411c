import { randomBytes, randomUUID } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, openSocket } from '../support/clients/raw-socket.ts';

const PATH = '/client/hubs/chat';

describe('The handshake of the local hub', () => {
  const hub = freshFixture(() => startLocalHub());

  const at = (path: string) => hub.serviceOrigin.replace('http', 'ws') + path;
  const withToken = (token: string) => at(`${PATH}?access_token=${token}`);
  const nowSeconds = () => Math.floor(hub.clock.now() / 1000);

  function sign(claims: Record<string, unknown> = {}, key = hub.signingKey, alg = 'HS256'): Promise<string> {
    return new SignJWT({ sub: 'somebody', aud: PATH, exp: nowSeconds() + 60, ...claims })
      .setProtectedHeader({ alg })
      .sign(key);
  }

  it('greets the client first, with its user and connection id, in the subprotocol', async () => {
    const sessionId = randomUUID();
    const { url } = await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin);
    const client = await connectSocket(url);
    expect(client.socket.protocol).toBe('json.webpubsub.azure.v1');
    expect(await client.next()).toEqual({
      type: 'system',
      event: 'connected',
      userId: sessionId,
      connectionId: expect.any(String) as unknown,
    });
  });

  it('issues a token for five minutes and the requested address', async () => {
    const access = await hub.realtime.agentAccess('mia', 'https://chat.example:7071');
    expect(access.url).toMatch(/^wss:\/\/chat\.example:7071\/client\/hubs\/chat\?access_token=ey/);
    expect(access.expiresAt).toBe('2026-11-20T17:29:00.000Z');
  });

  it('accepts the token from the Authorization header', async () => {
    expect(await openSocket(at(PATH), [], { authorization: `Bearer ${await sign()}` })).toBeTypeOf('object');
  });

  it('accepts a role and a group written as one string, as the service writes them', async () => {
    const group = randomUUID();
    const token = await sign({ role: `webpubsub.sendToGroup.${group}`, 'webpubsub.group': group });
    const client = await connectSocket(withToken(token));
    const data = { type: 'typing', sessionId: group, from: 'visitor' };
    client.send({ type: 'sendToGroup', group, ackId: 1, data });
    expect(await client.next()).toMatchObject({ event: 'connected' });
    expect(await client.next()).toMatchObject({ type: 'message', from: 'group', group, data });
    expect(await client.next()).toEqual({ type: 'ack', ackId: 1, success: true });
  });

  it.each<[string, () => Promise<string> | string]>([
    ['that is missing', () => ''],
    ['that is garbage', () => 'a.b.c'],
    ['that is not a JWT', () => '%00%ff'],
    ['that has expired', () => sign({ exp: nowSeconds() - 1 })],
    ['that never expires', () => sign({ exp: undefined })],
    ['that is not valid yet', () => sign({ nbf: nowSeconds() + 60 })],
    ['for another hub', () => sign({ aud: '/client/hubs/other' })],
    ['without an audience', () => sign({ aud: undefined })],
    ['signed with another key', () => sign({}, randomBytes(32))],
    ['signed with another algorithm', () => sign({}, randomBytes(64), 'HS512')],
    ['that is not signed', () => new UnsecuredJWT({ aud: PATH, exp: nowSeconds() + 60 }).encode()],
    ['whose roles are not text', () => sign({ role: [1, 2] })],
    ['whose groups are not text', () => sign({ 'webpubsub.group': { den: true } })],
    ['with a claim changed after signing', async () => forge(await sign())],
  ])('refuses a token %s', async (_name, token) => {
    expect(await openSocket(withToken(await token()))).toBe(401);
  });

  it.each(['/', '/client/hubs/other', '/client/hubs/chat/', '//client/hubs/chat', '/api/chat', '/%'])(
    'answers 404 at %s',
    async (path) => {
      expect(await openSocket(at(`${path}?access_token=${await sign()}`))).toBe(404);
    },
  );

  it('refuses a client that offers only an unknown subprotocol', async () => {
    expect(await openSocket(withToken(await sign()), ['protobuf.webpubsub.azure.v1'])).toBe(400);
    expect(await openSocket(withToken(await sign()), ['mqtt', 'json.webpubsub.azure.v1'])).toBeTypeOf(
      'object',
    );
  });

  it('leaves other requests to the server that it is attached to', async () => {
    expect(await (await fetch(`${hub.serviceOrigin}${PATH}`)).text()).toBe('page');
  });
});

/** Changes a token's user without the key. */
function forge(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = JSON.stringify(Object.assign({}, claims, { sub: 'somebody-else' }));
  return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
}
