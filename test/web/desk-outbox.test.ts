import { expect, test } from 'vitest';
import type { Attachment } from '../../src/conversations/records/attachment.ts';
import { deskOutbox } from '../../src/web/desk/state/outbox.ts';
import { EMPTY_CONVERSATION, initialState } from '../../src/web/desk/state/state.ts';
import { Problem } from '../../src/web/ui/request.ts';
import { store } from '../../src/web/ui/store.ts';
import { agentStorage } from '../../src/web/desk/state/agent-storage.ts';
import { listedSession } from './support/listed-session.ts';
import { memoryStorage } from './support/memory-storage.ts';

const SESSION = '0b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d11';
const FILE: Attachment = { id: 'f1', name: 'order.pdf', type: 'pdf', bytes: 9 };

const LATER = 'c91170e6-6167-8640-a420-5be81ff00a6b';
const CLOSED = listedSession(SESSION, { status: 'closed' });
const refuse = () => Promise.reject(new Problem('session-closed', 'It is closed.'));

/** The outbox of a desk whose service refuses each message, by default immediately. */
function refusedOutbox(send: () => Promise<never> = refuse) {
  const state = store(initialState({ oid: 'mia', name: 'Mia' }));
  state.update((before) => ({ ...before, conversations: new Map([[SESSION, EMPTY_CONVERSATION]]) }));
  const storage = memoryStorage();
  const restored: unknown[] = [];
  const kept = agentStorage('mia', () => storage);
  const outbox = deskOutbox({
    state,
    api: {
      get: refuse,
      getChanged: refuse,
      send,
      file: refuse,
      open: refuse,
      sendOnLeave: () => undefined,
    },
    kept,
    conversations: { receive: () => undefined, receiveNote: () => undefined },
    files: {
      of: () => {
        throw new Error('No queue is needed.');
      },
      take: () => [FILE],
      restore: (...given) => void restored.push(given),
      tickets: () => Promise.resolve(['ticket']),
    },
  });
  const outgoing = (sessionId = SESSION) => state.get().conversations.get(sessionId)?.outgoing ?? [];
  return { state, outbox, outgoing, restored, kept };
}

test('a failed message that is withdrawn returns its text and files to the composer', async () => {
  const { outbox, outgoing, restored } = refusedOutbox();
  outbox.send(SESSION, 'Here it is', 'reply');
  await expect.poll(() => outgoing()[0]?.failure).toMatchObject({ code: 'session-closed' });
  expect(outbox.withdraw(SESSION, outgoing()[0]?.id ?? '')).toBe('Here it is');
  expect(restored).toEqual([[SESSION, [FILE]]]);
  expect(outgoing()).toEqual([]);
});

test('a failed message moves to the continuation when its conversation is continued', async () => {
  const { state, outbox, outgoing, kept } = refusedOutbox();
  outbox.send(SESSION, 'Here it is', 'reply');
  outbox.send(SESSION, 'Ask Lee', 'note');
  await expect.poll(() => outgoing().every(({ failure }) => failure)).toBe(true);
  state.update((desk) => ({ ...desk, rows: new Map([[SESSION, CLOSED]]) }));
  expect(outgoing()).toHaveLength(2);

  state.update((desk) => ({ ...desk, rows: new Map([[SESSION, { ...CLOSED, continuedBy: LATER }]]) }));
  expect(outgoing()).toEqual([]);
  expect(outgoing(LATER)).toMatchObject([
    { content: 'Here it is', failure: { code: 'session-closed' } },
    { content: 'Ask Lee', isNote: true, failure: { code: 'session-closed' } },
  ]);
  expect([...kept.outgoing()].map(([sessionId]) => sessionId)).toEqual([LATER]);
});

test('a message that is being sent moves to the continuation only after it has failed', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { state, outbox, outgoing } = refusedOutbox(() => promise);
  outbox.send(SESSION, 'Here it is', 'reply');
  state.update((desk) => ({ ...desk, rows: new Map([[SESSION, { ...CLOSED, continuedBy: LATER }]]) }));
  expect([outgoing().length, outgoing(LATER).length]).toEqual([1, 0]);
  reject(new Problem('session-closed', 'It is closed.'));
  await expect.poll(() => outgoing(LATER)).toMatchObject([{ failure: { code: 'session-closed' } }]);
  expect(outgoing()).toEqual([]);
});
