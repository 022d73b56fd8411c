import { expect, it } from 'vitest';
import { append, startSession } from '../../src/domain/session-messages.ts';
import type { Message } from '../../src/domain/records/message.ts';
import { warmConversations } from '../../src/services/chat/warm-conversations.ts';
import { START } from '../support/conversations.ts';
import { manualClock } from '../support/manual-clock.ts';

/** How many of a thousand conversations with so many messages of this text are cached. */
function cached(messages: number, content: string): number {
  const ids = Array.from({ length: 1_000 }, (_, n) => `session ${n}`);
  const warm = warmConversations(manualClock());
  const recent = Array.from({ length: messages }, (_, n): Message => {
    return append(startSession('any', START), { id: `${n}`, role: 'visitor', content }, START).message;
  });
  for (const id of ids) warm.keep({ session: startSession(id, START), recent, version: '1' });
  return ids.filter((id) => warm.take(id) !== undefined).length;
}

it('A thousand conversations of twenty usual messages stay cached', () => {
  expect(cached(20, 'A sentence of some fifty characters, three times. '.repeat(3))).toBe(1_000);
});

it('Conversations of many short messages are cached by the size of those, not of their text alone', () => {
  expect(cached(200, 'k')).toBeLessThan(250);
});
