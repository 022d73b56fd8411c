import { expect, test } from 'vitest';
import { isCorrectable } from '../../src/assistants/rules/quoted-passage.ts';

const ANSWER = { replyTo: 'q-1' };
const BASIS = { queries: [], sections: [] };

test.each([
  ['of a model or of documents', { basis: BASIS }, true],
  ['that found nothing', { unanswered: true }, true],
  ['that is rated as not helpful', { rating: 'down' }, true],
  ['that an agent has corrected', { correction: { content: 'Yes.' } }, true],
  ['that is a fixed phrase', {}, false],
  ['that is a fixed phrase rated as helpful', { rating: 'up' }, false],
  ['that is the result of an action', { basis: BASIS, resultOf: 'Track an order' }, false],
  ['without a question', { basis: BASIS, replyTo: undefined }, false],
])('an answer %s can be corrected: %j, %s', (_kind, more, may) => {
  expect(isCorrectable({ ...ANSWER, ...more })).toBe(may);
});
