import { randomUUID } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refuseOtherHosts } from '../../src/hosts/own-host.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

describe('a server with known host names', () => {
  let server: Server;
  let port: number;
  const reached: string[] = [];
  beforeEach(async () => {
    reached.length = 0;
    server = createServer((incoming, outgoing) => {
      reached.push(incoming.url ?? '');
      outgoing.end('reached');
    });
    server.on('upgrade', (incoming, socket) => {
      reached.push(incoming.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    refuseOtherHosts(server, {
      bound: '127.0.0.1',
      publicHosts: ['chat.example.com'],
      uuid: randomUUID,
    });
    await listen(server);
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    await closeServer(server);
  });

  function response(headers: Record<string, string>): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/x', headers }, resolve).on('error', reject).end();
    });
  }

  async function ask(host: string): Promise<{ status: number | undefined; body: string }> {
    const incoming = await response({ host });
    return { status: incoming.statusCode, body: await text(incoming) };
  }

  /** The first line of the answer to bytes on the wire. */
  async function sent(lines: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0] ?? '';
  }

  test.each(['localhost', '127.0.0.1', '[::1]'])('answers %s with its port', async (name) => {
    expect(await ask(`${name}:${port}`)).toEqual({ status: 200, body: 'reached' });
  });

  test('answers its public names, with and without a port', async () => {
    expect((await ask('chat.example.com')).status).toBe(200);
    expect((await ask(`chat.example.com:${port}`)).status).toBe(200);
  });

  test.each(['rebound.evil.example', 'rebound.evil.example:7071', 'localhost', 'localhost:1', '127.0.0.1'])(
    'refuses the host name %s before the request reaches a handler',
    async (host) => {
      const { status, body } = await ask(host);
      expect(status).toBe(421);
      expect(JSON.parse(body)).toEqual({ error: 'misdirected-request', message: expect.any(String) });
      expect(body).not.toContain('evil');
      const upgrade = ['GET /x HTTP/1.1', `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'];
      expect(await sent(upgrade)).toContain(' 421 ');
      expect(reached).toEqual([]);
    },
  );

  test('sends the common headers with a refusal', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { headers } = await response({ host: 'rebound.evil.example', traceparent });
    expect(headers).toMatchObject({
      'x-request-id': '4bf92f3577b34da6a3ce929d0e0e4736',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  test('refuses a request without a Host header', async () => {
    expect(await sent(['GET /x HTTP/1.0'])).toContain(' 421 ');
    expect(reached).toEqual([]);
  });

  test('accepts an upgrade for its own name', async () => {
    const lines = ['GET /x HTTP/1.1', `Host: localhost:${port}`, 'Connection: Upgrade', 'Upgrade: websocket'];
    expect(await sent(lines)).toContain(' 101 ');
  });

  test.each(['GET', 'OPTIONS'])('answers %s with a target in absolute form', async (method) => {
    expect(
      await sent([`${method} http://localhost:${port}/x?y=1 HTTP/1.1`, 'Host: elsewhere.example']),
    ).toContain(' 200 ');
    expect(await sent([`${method} HTTP://localhost:${port} HTTP/1.1`, 'Host: elsewhere.example'])).toContain(
      ' 200 ',
    );
    expect(reached).toEqual(['/x?y=1', '/']);
  });

  test('checks the name of an absolute target instead of the Host header', async () => {
    const elsewhere = ['GET http://rebound.evil.example/x HTTP/1.1', `Host: localhost:${port}`];
    expect(await sent(elsewhere)).toContain(' 421 ');
    expect(await sent([...elsewhere, 'Connection: Upgrade', 'Upgrade: websocket'])).toContain(' 421 ');
    expect(reached).toEqual([]);
  });

  test('accepts an upgrade with an absolute target, and passes it on in origin form', async () => {
    const target = `GET http://localhost:${port}/x HTTP/1.1`;
    const lines = [target, 'Host: elsewhere.example', 'Connection: Upgrade', 'Upgrade: websocket'];
    expect(await sent(lines)).toContain(' 101 ');
    expect(reached).toEqual(['/x']);
  });
});
