import { text } from 'node:stream/consumers';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

const service = sharedFixture(() => startService());

/** The server's answer to a request with these headers. */
async function sent(...headers: string[]): Promise<string> {
  const { port } = new URL(service.origin);
  const socket = connect(Number(port), 'localhost');
  const lines = ['GET /api/health HTTP/1.1', `Host: localhost:${port}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return await text(socket);
}

test('an offer of HTTP/2 is ignored, and the request is answered', async () => {
  const answer = await sent(
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('"ok":true');
});

test('an offer of WebSocket is refused by a server without WebSocket', async () => {
  const answer = await sent('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
});
