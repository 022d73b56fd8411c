import { beforeEach, describe, expect, test } from 'vitest';
import { MessagesReply, VisitorNegotiateReply } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { connectClient } from '../support/clients/realtime-client.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { startService } from '../support/service/service.ts';
import { allEvents } from '../support/clients/sse-reader.ts';
const PATHS = ['/api/chat', '/api/chat/stream'];

describe('a repeat of a message with an interrupted answer', () => {
  const answerer = scriptedAnswerer();
  const clock = manualClock();
  const service = sharedFixture(() =>
    startService({
      answerer,
      clock,
      settings: { RATE_LIMIT_IP_PER_MINUTE: '1000', RATE_LIMIT_IP_READS_PER_MINUTE: '1000' },
    }),
  );
  beforeEach(() => {
    answerer.calls.length = 0;
    answerer.script({ deltas: ['Half an ans'], fails: 'broken-stream' }, { deltas: ['A whole answer.'] });
  });

  async function read(sessionId: string, after = 0, headers: Record<string, string> = {}) {
    const response = await service.get(`/api/messages?sessionId=${sessionId}&after=${after}`, headers);
    return MessagesReply.parse(await response.json()).messages;
  }

  /** A question whose answer broke off in the middle. */
  async function broken() {
    const body = { message: 'Why?', sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    await allEvents(await service.post('/api/chat/stream', body));
    const [question, reply] = await read(body.sessionId);
    expect(reply).toMatchObject({ seq: 2, content: 'Half an ans', interrupted: true });
    return { body, question, reply };
  }

  test.each(PATHS)(
    'is answered again by %s, and the new answer replaces the interrupted one',
    async (path) => {
      const { body, question, reply } = await broken();
      const response = await service.post(path, body);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('A whole answer.');
      const [asked, whole, ...more] = await read(body.sessionId);
      expect(more).toEqual([]);
      expect(asked).toEqual(question);
      expect(whole).toMatchObject({ id: reply?.id, seq: 2, content: 'A whole answer.' });
      expect(whole).not.toHaveProperty('interrupted');
      // The model is asked the same question again, and does not see its own broken answer.
      expect(answerer.calls.map(({ history }) => history.map(({ content }) => content))).toEqual([
        ['Why?'],
        ['Why?'],
      ]);
      // From then on a repeat gets what is stored.
      expect(await (await service.post(path, body)).text()).toContain('A whole answer.');
      expect(answerer.calls).toHaveLength(2);
    },
  );

  test('makes one model call even if it is sent several times concurrently', async () => {
    const { body } = await broken();
    await Promise.all([1, 2, 3].map(async () => (await service.post('/api/chat', body)).text()));
    expect(answerer.calls).toHaveLength(2);
    expect(await read(body.sessionId)).toHaveLength(2);
  });

  test('replaces the answer in an earlier position, without the later messages as context', async () => {
    const { body } = await broken();
    const { sessionId } = body;
    answerer.script({ deltas: ['About ships.'] }, { deltas: ['A whole answer.'] });
    expect((await service.post('/api/chat', { sessionId, message: 'And ships?' })).status).toBe(200);
    expect((await service.post('/api/chat', body)).status).toBe(200);
    expect((await read(sessionId)).map(({ seq, content }) => [seq, content])).toEqual([
      [1, 'Why?'],
      [2, 'A whole answer.'],
      [3, 'And ships?'],
      [4, 'About ships.'],
    ]);
    expect(answerer.calls.at(-1)?.history.map(({ content }) => content)).toEqual(['Why?']);
    expect(await service.session(sessionId)).toMatchObject({ messageCount: 4, preview: 'About ships.' });
  });

  test('sends the new answer as a real-time event', async () => {
    const { body, reply } = await broken();
    const negotiate = async () =>
      VisitorNegotiateReply.parse(await (await service.post('/api/negotiate', body)).json());
    const listener = await connectClient(negotiate);
    await service.post('/api/chat', body);
    await expect
      .poll(() => listener.fromServer)
      .toContainEqual(
        expect.objectContaining({
          type: 'message',
          message: expect.objectContaining({ id: reply?.id, seq: 2, content: 'A whole answer.' }),
        }),
      );
    await listener.stop();
  });

  test('can be interrupted and repeated again', async () => {
    const { body } = await broken();
    answerer.script({ deltas: ['Another ha'], fails: 'broken-stream' }, { deltas: ['A whole answer.'] });
    const events = await allEvents(await service.post('/api/chat/stream', body));
    expect(events.map(({ event }) => event)).toEqual(['session', 'delta', 'error', '[DONE]']);
    expect(await read(body.sessionId)).toMatchObject([{}, { content: 'Another ha', interrupted: true }]);
    await service.post('/api/chat', body);
    expect(await read(body.sessionId)).toMatchObject([{}, { seq: 2, content: 'A whole answer.' }]);
  });

  test('keeps the interrupted answer if the model fails', async () => {
    const { body } = await broken();
    answerer.script({ fails: 'timeout' });
    expect((await service.post('/api/chat', body)).status).toBe(502);
    expect(await read(body.sessionId)).toMatchObject([{}, { content: 'Half an ans', interrupted: true }]);
  });
});
