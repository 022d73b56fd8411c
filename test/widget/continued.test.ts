import { describe, expect, it } from 'vitest';
import { reduce, restoreState, type ConversationEvent } from '../../widget/panel/reducer.ts';
import * as of from '../../widget/panel/state.ts';
import type { State } from '../../widget/panel/state.ts';
import { conversationAlone, storedMessage } from './support/conversation-alone.ts';
import { pageGlobals } from './support/page-globals.ts';

pageGlobals();

const after = (state: State, ...events: readonly ConversationEvent[]): State => events.reduce(reduce, state);
const written = (state: State, id: string, body?: object) =>
  after(state, { type: 'written', turn: { id, text: `text of ${id}`, body }, fresh: 'session' });
const failed = (state: State, id: string, failure = of.UNDELIVERED) =>
  after(state, { type: 'failed', id, failure, retryAt: 0, isClosed: false });
/** The conversation has ended, and the next message continues it as `next`. */
const closed = (state: State) =>
  after(state, { type: 'received', answer: { status: 'closed', continueAs: 'next' }, agent: '' });

const CONTINUED = { sessionId: 'next', continues: 'session' };
const undelivered = closed(failed(written(of.EMPTY, 'a'), 'a'));

describe('a message in a closed conversation', () => {
  it('continues it after those that did not arrive, each with its own text', () => {
    const { sessionId, status, turns } = written(undelivered, 'b');
    expect([sessionId, status]).toEqual(['next', 'open']);
    expect(turns).toEqual(['a', 'b'].map((id) => of.queuedTurn({ id, text: `text of ${id}`, ...CONTINUED })));
  });

  it('is sent with the conversation that it continues, and so are those before it', async () => {
    const { chat, calls, last } = conversationAlone();
    chat.send('First');
    await last('chat/stream').end({ status: 409 });
    chat.wake();
    await last('messages').end({ body: { status: 'closed', continueAs: 'next', messages: [] } });
    chat.send('Second');
    const first = last('chat/stream');
    const id = String(first.body['clientMessageId']);
    first.event('session', { status: 'open', message: storedMessage(1, 'visitor', 'First', id) });
    first.event('complete', { status: 'open', reply: storedMessage(2, 'assistant', 'Yes.') });
    await first.end();
    const [before, ...sent] = calls.filter(({ path }) => path === 'chat/stream').map(({ body }) => body);
    const about = { sessionId: 'next', continues: before?.['sessionId'] };
    expect(sent).toMatchObject([
      { message: 'First', ...about },
      { message: 'Second', ...about },
    ]);
  });

  it('does not take messages with files or stored ones into the next conversation', () => {
    const files = written(of.EMPTY, 'files', { attachments: ['ticket'] });
    const broken = after(failed(written(files, 'stored'), 'stored', of.BROKEN), {
      type: 'received',
      answer: { messages: [storedMessage(1, 'visitor', 'text', 'stored')] },
      agent: '',
    });
    expect(written(closed(broken), 'b').turns.map(({ id }) => id)).toEqual(['b']);
  });

  it('continues it also after a failure and a reload, but not in another conversation', () => {
    const state = written(undelivered, 'b');
    const offline = failed(state, 'a', of.OFFLINE);
    expect(after(offline, { type: 'retried', all: false }).turns).toEqual(state.turns);
    expect(restoreState({ unsent: offline.turns }).turns).toEqual(state.turns);
    const moved = after(offline, { type: 'moved', sessionId: 'other', status: 'open', fresh: 'x' });
    expect(moved.turns.map(({ continues }) => continues)).toEqual([undefined, undefined]);
  });
});
