import { expect, test } from 'vitest';
import type { Message } from '../../src/conversations/records/message.ts';
import type { SentEmail } from '../../src/conversations/records/sent-email.ts';
import { deliveriesOf } from '../../src/web/desk/model/deliveries.ts';

const AT = '2026-11-20T17:00:00.000Z';
const answer: Message = {
  ...{ id: 'm1', sessionId: 's', seq: 2, role: 'agent', content: 'Yes, we do.', createdAt: AT },
};
const answerEmail: SentEmail = {
  ...{ id: 'e1', kind: 'reply', to: 'zoe@shop.example', at: AT, messageId: 'm1', state: 'waiting' },
};

const wordsOf = (email: SentEmail) => deliveriesOf([answer], [email]).get('m1')?.words;

test('an e-mail that is sent immediately is being sent, one for unseen messages waits, and a failed one is tried again', () => {
  expect(wordsOf(answerEmail)).toBe('Being e-mailed to zoe@shop.example');
  const { messageId: _of, ...rest } = answerEmail;
  expect(wordsOf({ ...rest, kind: 'unseen', afterSeq: 1 })).toBe(
    'Waiting to be e-mailed to zoe@shop.example',
  );
  expect(wordsOf({ ...answerEmail, failure: 'unreachable' })).toMatch(/^Not e-mailed yet\./);
});
