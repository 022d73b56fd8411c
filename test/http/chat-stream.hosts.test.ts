import { beforeEach, describe, expect, test } from 'vitest';
import { StreamEvents } from '../../src/chat/wire/visitor.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { HOSTS, startService } from '../support/service/service.ts';
import { allEvents, readSse } from '../support/clients/sse-reader.ts';

describe.each(HOSTS)('a streamed answer on the %s host', (host) => {
  const answerer = scriptedAnswerer();
  const clock = manualClock();
  const service = sharedFixture(() => {
    const settings = {
      RATE_LIMIT_IP_PER_MINUTE: '1000',
      MODEL_INPUT_PRICE: '1',
      MODEL_OUTPUT_PRICE: '10',
      MODEL_CACHED_INPUT_PRICE: '0.5',
    };
    return startService({ host, answerer, clock, settings });
  });
  beforeEach(() => {
    answerer.calls.length = 0;
    answerer.script({ deltas: ['Hello ', 'there', '.'] });
  });

  const stream = (body: Record<string, unknown>) =>
    service.post('/api/chat/stream', { message: 'Hi', ...body });
  const stored = async (sessionId: string) => {
    const response = await service.get(`/api/messages?sessionId=${sessionId}`);
    return ((await response.json()) as { messages: Record<string, unknown>[] }).messages;
  };

  test('consists of session, deltas, complete and [DONE], in this order', async () => {
    const response = await stream({});
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = await allEvents(response);
    const names = events.map(({ event }) => event);
    expect(names[0]).toBe('session');
    expect(names.slice(1, -2).every((name) => name === 'delta')).toBe(true);
    expect(names.slice(-2)).toEqual(['complete', '[DONE]']);
    const { message } = StreamEvents.session.parse(events[0]?.data);
    const text = events
      .filter(({ event }) => event === 'delta')
      .map(({ data }) => StreamEvents.delta.parse(data).content);
    const complete = StreamEvents.complete.parse(events.at(-2)?.data);
    expect(text.join('')).toBe('Hello there.');
    expect(complete).toMatchObject({
      fullContent: 'Hello there.',
      status: 'open',
      usage: { inputTokens: 120, outputTokens: 30 },
      reply: { seq: 2, content: 'Hello there.', role: 'assistant' },
    });
    expect(await stored(message.sessionId)).toMatchObject([
      { id: message.id, content: 'Hi' },
      complete.reply,
    ]);
  });

  test('costs its tokens times the current prices', async () => {
    const [first] = await allEvents(await stream({}));
    const { sessionId } = StreamEvents.session.parse(first?.data);
    expect(await service.session(sessionId)).toMatchObject({
      inputTokens: 120,
      outputTokens: 30,
      cost: (100 * 1 + 20 * 0.5 + 30 * 10) / 1e6,
    });
  });

  test('the model gets the stored conversation', async () => {
    const sessionId = crypto.randomUUID();
    await allEvents(await stream({ sessionId, message: 'One' }));
    await allEvents(await stream({ sessionId, message: 'Two' }));
    expect(answerer.calls[1]?.history.map(({ role, content }) => [role, content])).toEqual([
      ['visitor', 'One'],
      ['assistant', 'Hello there.'],
      ['visitor', 'Two'],
    ]);
  });

  test('the visitor’s message is stored before the model is asked', async () => {
    const gate = Promise.withResolvers<void>();
    answerer.script({ before: gate.promise, deltas: ['Late'] });
    const sessionId = crypto.randomUUID();
    const response = await stream({ sessionId });
    await expect.poll(() => answerer.calls).toHaveLength(1);
    expect(await stored(sessionId)).toMatchObject([{ content: 'Hi' }]);
    gate.resolve();
    await allEvents(response);
  });

  test('a failure before the first word is sent as an error event, and a repeat asks the model again', async () => {
    answerer.script({ fails: 'timeout' }, { deltas: ['Now it works.'] });
    const body = { sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    const broken = await allEvents(await stream(body));
    expect(broken.map(({ event }) => event)).toEqual(['session', 'error', '[DONE]']);
    expect(broken[1]?.data).toEqual({
      error: 'assistant-unavailable',
      message: expect.stringMatching(/\.$/),
    });
    expect(await stored(body.sessionId)).toHaveLength(1);
    const again = await allEvents(await stream(body));
    expect(again.at(-2)).toMatchObject({ event: 'complete', data: { fullContent: 'Now it works.' } });
    expect(await stored(body.sessionId)).toHaveLength(2);
  });

  test('the text that was streamed before a failure is stored as interrupted', async () => {
    answerer.script({ deltas: ['Half an ans'], fails: 'broken-stream' });
    const sessionId = crypto.randomUUID();
    const events = await allEvents(await stream({ sessionId }));
    expect(events.map(({ event }) => event)).toEqual(['session', 'delta', 'error', '[DONE]']);
    expect(await stored(sessionId)).toMatchObject([
      {},
      { role: 'assistant', content: 'Half an ans', interrupted: true },
    ]);
  });

  test('a failure without a stream is answered with 502, and the incomplete answer is not stored', async () => {
    answerer.script({ deltas: ['Half an ans'], fails: 'broken-stream' });
    const sessionId = crypto.randomUUID();
    const response = await service.post('/api/chat', { message: 'Hi', sessionId });
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ error: 'assistant-unavailable', message: expect.any(String) });
    expect(await stored(sessionId)).toHaveLength(1);
  });

  test('the answer is stored even if the visitor disconnects', async () => {
    const gate = Promise.withResolvers<void>();
    answerer.script({ deltas: ['The first words'], after: gate.promise });
    const sessionId = crypto.randomUUID();
    const leave = new AbortController();
    const response = await fetch(`${service.origin}/api/chat/stream`, {
      method: 'POST',
      body: JSON.stringify({ message: 'Hi', sessionId }),
      signal: leave.signal,
    });
    for await (const { event } of readSse(response)) if (event === 'delta') break;
    leave.abort();
    gate.resolve();
    await expect.poll(() => stored(sessionId)).toMatchObject([{}, { content: 'The first words' }]);
  });

  test('the stream has a comment every 15 seconds while no text arrives', async () => {
    const gate = Promise.withResolvers<void>();
    answerer.script({ before: gate.promise, deltas: ['At last'] });
    const events = readSse(await stream({}));
    expect((await events.next()).value).toMatchObject({ event: 'session' });
    for (let times = 0; times < 2; times++) {
      const next = events.next();
      await expect.poll(() => clock.sleeping()).toBeGreaterThan(0);
      clock.advance(15_000);
      expect((await next).value).toMatchObject({ event: 'comment' });
    }
    gate.resolve();
    expect((await events.next()).value).toMatchObject({ event: 'delta' });
    await Array.fromAsync(events);
  });

  test('a repeat of a message that is being answered gets the same answer', async () => {
    const gate = Promise.withResolvers<void>();
    answerer.script({ before: gate.promise, deltas: ['For both'] });
    const body = { sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID() };
    const both = [await stream(body), await stream(body)];
    gate.resolve();
    const [one, two] = await Promise.all(both.map(allEvents));
    expect(one?.at(-2)).toEqual(two?.at(-2));
    expect(answerer.calls).toHaveLength(1);
  });

  test('the assistant’s request for an agent is stored together with its answer', async () => {
    answerer.script({ deltas: ['I have asked a person.'], result: { requestHuman: { reason: 'refund' } } });
    const sessionId = crypto.randomUUID();
    const events = await allEvents(await stream({ sessionId }));
    expect(events.at(-2)?.data).toMatchObject({ status: 'human_requested' });
    expect(await stored(sessionId)).toMatchObject([
      { seq: 1, role: 'visitor' },
      { seq: 2, role: 'assistant' },
      { seq: 3, role: 'system', event: 'human-requested' },
    ]);
  });

  test('sources are sent with the answer', async () => {
    const sources = [{ title: 'Refunds', url: 'https://shop.example/refunds' }];
    answerer.script({ deltas: ['Within 30 days [1].'], result: { sources } });
    const events = await allEvents(await stream({}));
    expect(events.at(-2)?.data).toMatchObject({ reply: { sources } });
  });

  test('the document addresses in an answer are sent and stored with it', async () => {
    const links = ['https://shop.example/refunds'];
    answerer.script({ deltas: ['See https://shop.example/refunds.'], result: { links } });
    const sessionId = crypto.randomUUID();
    const events = await allEvents(await stream({ sessionId }));
    expect(events.at(-2)?.data).toMatchObject({ reply: { links } });
    expect(await stored(sessionId)).toMatchObject([{ role: 'visitor' }, { role: 'assistant', links }]);
  });

  test('suggestions are sent and stored with the answer', async () => {
    const suggestions = ['Returns', 'Refunds'];
    answerer.script({ deltas: ['Which one?'], result: { suggestions } });
    const sessionId = crypto.randomUUID();
    const events = await allEvents(await stream({ sessionId }));
    expect(events.at(-2)?.data).toMatchObject({ reply: { suggestions } });
    expect(await stored(sessionId)).toMatchObject([{ role: 'visitor' }, { role: 'assistant', suggestions }]);
  });

  test('errors before the first byte are answered as JSON', async () => {
    const response = await stream({ message: '' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });
});

describe('the daily budget', () => {
  test('the documents answer instead of the model once the tokens of the day are spent', async () => {
    const answerer = scriptedAnswerer();
    const clock = manualClock();
    const service = await startService({ answerer, clock, settings: { DAILY_TOKEN_BUDGET: '150' } });
    const say = async () =>
      (
        (await (await service.post('/api/chat', { message: 'Xyzzy?' })).json()) as {
          reply: { content: string };
        }
      ).reply.content;
    expect(await say()).toBe('Hello there.');
    clock.advance(11_000);
    expect(await say()).toContain('Talk to a person');
    expect(answerer.calls).toHaveLength(1);
    clock.advance(24 * 3_600_000);
    expect(await say()).toBe('Hello there.');
    await service.close();
  });
});
