import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { api } from '../../widget/api.ts';
import { closeServer, listen } from '../support/servers/listen.ts';

/** The next answer of the service. */
let answer: (response: ServerResponse, body: string) => void;
let server: Server;
let base = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () =>
      answer(response, `${request.method} ${request.headers['content-type'] ?? ''} ${body}`),
    );
  });
  base = `${await listen(server)}/api/`;
});
afterAll(() => closeServer(server));

/** Answers with a status, and hears what was sent. */
const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
  const sent: string[] = [];
  answer = (response, request) => {
    sent.push(request);
    response.writeHead(status, headers).end(body);
  };
  return sent;
};

describe('a call of the service', () => {
  it('is a read without a body, a JSON post with one, and a block of bytes', async () => {
    const sent = answering(200, '{}');
    await api(base)('messages');
    await api(base)('chat', { message: 'Hi' });
    await api(base)('attachments/1/blocks/0', new Blob(['abc']));
    expect(sent).toEqual(['GET  ', 'POST application/json {"message":"Hi"}', 'PUT  abc']);
  });

  it('sends the given values even if the page defines `toJSON`', async () => {
    const sent = answering(200, '{}');
    Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'other', configurable: true });
    try {
      await api(base)('chat', { message: 'Hi' });
    } finally {
      Reflect.deleteProperty(Object.prototype, 'toJSON');
    }
    expect(sent).toEqual(['POST application/json {"message":"Hi"}']);
  });

  it.each([
    [
      'an error',
      503,
      '{"error":"x"}',
      { 'retry-after': '9' },
      { status: 503, body: { error: 'x' }, retryAfter: 9 },
    ],
    ['an HTML page', 502, '<h1>Bad gateway</h1>', {}, { status: 502, body: {} }],
    ['a list', 200, '[1]', {}, { status: 200, body: [1] }],
  ])('is answered by %s without throwing', async (_what, status, body, headers, reply) => {
    answering(status, body, headers);
    expect(await api(base)('messages')).toMatchObject(reply);
  });

  it('has the status 0 if no server answers or the answer breaks off', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '99' }).write('{');
      response.destroy();
    };
    expect(await api(base)('messages')).toEqual({ status: 0, body: {} });
    expect(await api('http://127.0.0.1:1/api/')('messages')).toEqual({ status: 0, body: {} });
  });

  it('passes on the events of a stream, also those before it was aborted', async () => {
    const events: unknown[] = [];
    answer = (response) => {
      response.writeHead(200).write('event: delta\ndata: {"content":"a"}\n\nevent: delta\ndata: [oops\n\n');
    };
    let abort = () => {};
    const reply = await api(base)(
      'chat/stream',
      {},
      (event, data) => {
        events.push([event, data]);
        if (events.length === 2) abort();
      },
      (stop) => (abort = stop),
    );
    expect(events).toEqual([
      ['delta', { content: 'a' }],
      ['delta', {}],
    ]);
    expect(reply.status).toBe(0);
  });

  it('that is refused returns the refusal and no stream events', async () => {
    answering(409, '{"error":"session-closed"}');
    const events: string[] = [];
    const reply = await api(base)('chat/stream', {}, (event) => events.push(event));
    expect([reply.status, reply.body, events]).toEqual([409, { error: 'session-closed' }, []]);
  });

  it('is aborted if the answer exceeds the largest valid one', async () => {
    answering(200, `"${'x'.repeat(8_000_001)}"`);
    expect((await api(base)('messages')).status).toBe(0);
  });
});
