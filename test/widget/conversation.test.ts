import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { OFFLINE } from '../../widget/panel/state.ts';
import { conversationAlone, memoryStore, storedMessage } from './support/conversation-alone.ts';
import { pageGlobals } from './support/page-globals.ts';

const page = pageGlobals();

/** A conversation with one message on its way. */
function sending(...stores: Parameters<typeof conversationAlone>) {
  const alone = conversationAlone(...stores);
  alone.chat.send('How?');
  const stream = alone.last('chat/stream');
  const { sessionId, clientMessageId } = stream.body as { sessionId: string; clientMessageId: string };
  const question = storedMessage(1, 'visitor', 'How?', clientMessageId);
  const answer = storedMessage(2, 'assistant', 'So.');
  return { ...alone, stream, sessionId, question, answer };
}

describe('stopping an answer', () => {
  it('before the message is stored loses neither the message nor its answer', async () => {
    const { chat, stream, shown, question, answer } = sending();
    chat.stop();
    expect(stream.isAborted).toBe(false);
    expect(chat.state().turns).toMatchObject([{ text: 'How?', phase: 'stopped' }]);
    stream.event('session', { status: 'open', message: question });
    stream.event('delta', { content: 'So.' });
    stream.event('complete', { status: 'open', reply: answer });
    await stream.end({ status: 0 });
    expect(shown()).toEqual(['How?', 'So.']);
    expect(chat.state().turns).toEqual([]);
  });

  it('of a message that did not arrive leaves the message to be sent again, also on the next page', async () => {
    const { chat, stream, tab, shared } = sending();
    chat.stop();
    chat.rest();
    const next = conversationAlone(shared, tab);
    expect(next.chat.state().turns).toMatchObject([{ text: 'How?' }]);
    chat.wake();
    page.navigator.onLine = false;
    await stream.end({ status: 0 });
    page.navigator.onLine = true;
    expect(chat.state().turns).toMatchObject([{ phase: 'failed', failure: OFFLINE }]);
  });

  it('holds back the next message until the stopped message is stored', () => {
    const { chat, calls, stream, question } = sending();
    chat.stop();
    chat.send('And then?');
    expect(calls.filter(({ path }) => path === 'chat/stream')).toHaveLength(1);
    stream.event('session', { status: 'open', message: question });
    expect(calls.filter(({ path }) => path === 'chat/stream')).toHaveLength(2);
  });
});

describe('late replies of a conversation that the visitor has left', () => {
  it('are ignored: messages that were read', async () => {
    const { chat, stream, last, shown, question, answer } = sending();
    stream.event('session', { status: 'open', message: question });
    chat.wake();
    const read = last('messages');
    chat.restart();
    chat.send('Something else');
    await read.end({ body: { status: 'closed', messages: [question, answer] } });
    expect(shown()).toEqual([]);
    expect(chat.state().status).toBe('open');
  });

  it('are ignored: a stream, which is aborted', async () => {
    const { chat, stream, shown, question, answer } = sending();
    stream.event('session', { status: 'open', message: question });
    chat.resume({ sessionId: 'earlier', status: 'open', read: 0 });
    expect(stream.isAborted).toBe(true);
    stream.event('delta', { content: 'So.' });
    stream.event('complete', { status: 'closed', reply: answer });
    await turn();
    expect(shown()).toEqual([]);
    expect(chat.state()).toMatchObject({ sessionId: 'earlier', status: 'open', turns: [] });
  });
});

describe('leaving the page', () => {
  it('does not fail a message in progress, which is sent again on the next page', async () => {
    const { chat, stream, tab, shared } = sending();
    chat.rest();
    await stream.end({ status: 0 });
    expect(tab.fields.unsent).toMatchObject([{ text: 'How?', phase: 'sending' }]);
    const next = conversationAlone(shared, tab);
    next.chat.follow();
    next.chat.show(true);
    await next.last('messages').end({ body: { status: 'open', messages: [] } });
    expect(next.last('chat/stream').body).toMatchObject({ message: 'How?' });
  });

  it('and returning to the same page sends the message again', async () => {
    const { chat, stream, calls } = sending();
    chat.rest();
    await stream.end({ status: 0 });
    chat.wake();
    expect(chat.state().turns).toMatchObject([{ phase: 'sending' }]);
    expect(calls.filter(({ path }) => path === 'chat/stream')).toHaveLength(2);
  });
});

it('a message that failed because of the network is sent again when the network returns', async () => {
  const { chat, stream, calls } = sending();
  page.navigator.onLine = false;
  await stream.end({ status: 0 });
  page.navigator.onLine = true;
  expect(chat.state().turns).toMatchObject([{ failure: OFFLINE }]);
  chat.wake();
  expect(calls.filter(({ path }) => path === 'chat/stream')).toHaveLength(2);
});

describe('another tab', () => {
  it('that ends the conversation prevents that a failed message is sent without a conversation', async () => {
    const { chat, stream, shared, calls } = sending();
    await stream.end({ status: 503 });
    shared({});
    chat.follow();
    const again = calls.filter(({ path }) => path === 'chat/stream').map(({ body }) => body.sessionId);
    expect(again.every(Boolean)).toBe(true);
    expect(chat.state().sessionId === '' || chat.state().turns.every(({ sessionId }) => sessionId)).toBe(
      true,
    );
  });

  it('that begins another conversation is followed, without the agent of the previous one', async () => {
    const { chat, stream, shared, question, last } = sending();
    stream.event('session', { status: 'claimed', message: question });
    await last('messages').end({ body: { status: 'claimed', agent: { name: 'Mia' }, messages: [question] } });
    expect(chat.state().agent).toBe('Mia');
    shared({ sessionId: 'other', status: 'open', seq: 0 });
    chat.follow();
    expect(chat.state()).toMatchObject({ sessionId: 'other', agent: '', messages: [] });
  });
});

describe('a busy service', () => {
  it('is called again after the time that it states, with the same message id', async () => {
    const { chat, stream, states } = sending();
    await stream.end({ status: 429, retryAfter: 7 });
    const { wait = 0 } = chat.state();
    expect(wait - Date.now()).toBeGreaterThan(6_000);
    expect(states.at(-1)?.turns).toMatchObject([{ id: stream.body['clientMessageId'], phase: 'failed' }]);
  });
});

it('a tab stores nothing before the visitor acts', () => {
  const { chat, tab, shared } = conversationAlone(memoryStore(), memoryStore());
  chat.follow();
  expect([tab.fields, shared.fields]).toEqual([{}, {}]);
});
