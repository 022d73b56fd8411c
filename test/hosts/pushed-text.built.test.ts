import { once } from 'node:events';
import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { sendReply } from '../../src/hosts/send-reply.ts';
import type { TextSink } from '../../src/http/pushed-text.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

let server: Server;
let responses: ServerResponse[] = [];
afterEach(async () => {
  await closeServer(server);
});

const PIECES = ['One ', '', 'Grüße 👋🏽\r\n', '0\r\n\r\n', 'x'.repeat(300)];

/** A server of one text, which `tell` pushes. */
async function serving(tell: (sink: TextSink) => void): Promise<string> {
  responses = [];
  server = createServer((_request, response) => {
    responses.push(response);
    const body = {
      sendTo(sink: TextSink) {
        tell(sink);
        return { resume: () => undefined, stop: () => undefined };
      },
    };
    void sendReply({ status: 200, headers: { 'content-type': 'text/plain' }, body }, response);
  });
  return await listen(server);
}

function tellAll(sink: TextSink): void {
  for (const piece of PIECES) sink.write(piece);
  sink.end();
}

/** All that the server sends for one request, until it closes the connection. */
async function onTheWire(origin: string, head: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(head);
  return await text(socket);
}

it('a pushed text arrives complete, and its connection is reused', async () => {
  const origin = await serving(tellAll);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const reused: boolean[] = [];
  for (const _time of ['first', 'second']) {
    const asked = request(origin, { agent }).end();
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
    expect(await text(response)).toBe(PIECES.join(''));
    reused.push(asked.reusedSocket);
  }
  agent.destroy();
  expect(reused).toEqual([false, true]);
});

it('each piece of a pushed text is one chunk, framed by Node', async () => {
  const origin = await serving(tellAll);
  const wire = await onTheWire(origin, 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  const [head, ...body] = wire.split('\r\n\r\n');
  expect(head?.match(/transfer-encoding: chunked/gi)).toHaveLength(1);
  const chunk = (piece: string) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`;
  const chunks = PIECES.filter((piece) => piece !== '').map(chunk);
  expect(body.join('\r\n\r\n')).toBe(`${chunks.join('')}0\r\n\r\n`);
  expect(responses.map(({ chunkedEncoding }) => chunkedEncoding)).toEqual([true]);
});

it('a client of HTTP/1.0 gets the text without chunks, until the connection ends', async () => {
  const origin = await serving(tellAll);
  const wire = await onTheWire(origin, 'GET / HTTP/1.0\r\n\r\n');
  expect(wire).not.toMatch(/transfer-encoding/i);
  expect(wire.split('\r\n\r\n').slice(1).join('\r\n\r\n')).toBe(PIECES.join(''));
});

it('the headers are sent before the text begins', async () => {
  const sinks: TextSink[] = [];
  const origin = await serving((sink) => void sinks.push(sink));
  const asked = request(origin).end();
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  sinks[0]?.write('later');
  sinks[0]?.end();
  expect(await text(response)).toBe('later');
});

it('HEAD has the headers without the text', async () => {
  const origin = await serving(tellAll);
  const answer = await fetch(origin, { method: 'HEAD' });
  expect(answer.headers.get('content-type')).toBe('text/plain');
  expect(await answer.text()).toBe('');
});
