import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { HttpReply } from '../../src/http/request.ts';
import { sendReply } from '../../src/hosts/send-reply.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

let server: Server | undefined;
afterEach(async () => {
  if (server) await closeServer(server);
});

/** A server that answers as the hosts do. */
async function answering(body: NonNullable<HttpReply['body']>): Promise<string> {
  server = createServer((_request, outgoing) => {
    sendReply({ status: 200, headers: { 'content-length': '9' }, body }, outgoing).catch(() =>
      outgoing.destroy(),
    );
  });
  return await listen(server);
}

async function* pieces(...texts: string[]): AsyncGenerator<string, void, void> {
  for (const text of texts) yield await Promise.resolve(text);
}

test.each([
  ['shorter', pieces('half')],
  ['longer', pieces('half', 'and too much')],
])('a body that is %s than its content-length ends the connection', async (_name, body) => {
  const response = await fetch(await answering(body));
  await expect(response.text()).rejects.toThrow();
});

test('HEAD has the content-length of the body, and no body', async () => {
  const origin = await answering(pieces('half', ' more'));
  const head = await fetch(origin, { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['9', '']);
});

test('pieces that add up to the content-length are sent completely', async () => {
  expect(await (await fetch(await answering(pieces('half', ' more')))).text()).toBe('half more');
});
