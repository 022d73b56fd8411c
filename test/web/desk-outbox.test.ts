import { expect, test } from 'vitest';
import type { Attachment } from '../../src/domain/records/attachment.ts';
import { deskOutbox } from '../../src/web/desk/state/outbox.ts';
import { EMPTY_CONVERSATION, initialState } from '../../src/web/desk/state/state.ts';
import { Problem } from '../../src/web/ui/request.ts';
import { store } from '../../src/web/ui/store.ts';
import { agentStorage } from '../../src/web/desk/state/agent-storage.ts';
import { memoryStorage } from './support/memory-storage.ts';

const SESSION = '0b7c1f52-8a41-4b2e-9f6d-1c5e8a9b0d11';
const FILE: Attachment = { id: 'f1', name: 'order.pdf', type: 'pdf', bytes: 9 };

test('a message that failed and is withdrawn gives its text and its files back', async () => {
  const state = store(initialState({ oid: 'mia', name: 'Mia' }));
  state.update((before) => ({ ...before, conversations: new Map([[SESSION, EMPTY_CONVERSATION]]) }));
  const storage = memoryStorage();
  const restored: unknown[] = [];
  const refuse = () => Promise.reject(new Problem('session-closed', 'It is closed.'));
  const outbox = deskOutbox({
    state,
    api: {
      get: refuse,
      getChanged: refuse,
      send: refuse,
      file: refuse,
      open: refuse,
      sendOnLeave: () => undefined,
    },
    kept: agentStorage('mia', () => storage),
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
  outbox.send(SESSION, 'Here it is', 'reply');
  const outgoing = () => state.get().conversations.get(SESSION)?.outgoing ?? [];
  await expect.poll(() => outgoing()[0]?.failure).toMatchObject({ code: 'session-closed' });
  expect(outbox.withdraw(SESSION, outgoing()[0]?.id ?? '')).toBe('Here it is');
  expect(restored).toEqual([[SESSION, [FILE]]]);
  expect(outgoing()).toEqual([]);
});
