import { expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import { quotedQuestion } from '../../src/email/rules/quoted-question.ts';

const at = (seq: number, role: Message['role'], content: string, more: Partial<Message> = {}): Message => ({
  id: `m-${seq}`,
  sessionId: 's',
  seq,
  role,
  content,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
});
const offer = at(2, 'assistant', 'I do not know.', { suggestions: ['Talk to a person'] });
const reply = at(9, 'agent', 'We do.');

test.each<[string, Message[], string | undefined]>([
  [
    'the latest question before the reply',
    [at(1, 'visitor', 'Hello'), at(3, 'visitor', 'Do you ship?'), reply, at(10, 'visitor', 'Thanks')],
    'Do you ship?',
  ],
  [
    'the question before a suggested reply',
    [at(1, 'visitor', 'Do you ship?'), offer, at(3, 'visitor', 'Talk to a person'), reply],
    'Do you ship?',
  ],
  [
    'a suggested reply without a question before it',
    [offer, at(3, 'visitor', 'Talk to a person'), reply],
    'Talk to a person',
  ],
  ['nothing where the visitor has not written', [offer, reply], undefined],
])('an e-mail quotes %s', (_what, recent, quoted) => {
  expect(quotedQuestion(recent, [reply])).toBe(quoted);
});
