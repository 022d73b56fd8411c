import { expect, test } from 'vitest';
import {
  countAnswer,
  countRating,
  isUnresolved,
  outcomeFigures,
} from '../../src/conversations/rules/assistant-outcome.ts';
import { append, startSession } from '../../src/conversations/rules/session-messages.ts';

const AT = '2026-11-20T17:24:00.000Z';
const session = startSession('0b0f6e8e-6a3c-4d5e-9f10-0123456789ab', AT);

test.each([
  ['an answer was given', {}, false],
  ['an answer was rated as helpful', { answers: { helpful: 1, notHelpful: 0, unanswered: 0 } }, false],
  ['an answer was rated as not helpful', { answers: { helpful: 3, notHelpful: 1, unanswered: 0 } }, true],
  ['an answer is missing', { answers: { helpful: 0, notHelpful: 0, unanswered: 1 } }, true],
  ['a person was requested', { humanRequestedAt: AT }, true],
  ['an agent claimed it unasked', { claimedAt: AT }, true],
  ['the visitor rated it as helpful', { visitorRating: { helpful: true, ratedAt: AT } }, false],
  ['the visitor rated it as not helpful', { visitorRating: { helpful: false, ratedAt: AT } }, true],
])('a conversation in which %s: unresolved %o', (_, changes, unresolved) => {
  expect(isUnresolved({ ...session, ...changes })).toBe(unresolved);
});

test('a missing answer is counted once, and no longer counted if the message is replaced', () => {
  const draft = { id: 'a', role: 'assistant', content: 'I do not know.', unanswered: true } as const;
  const { session: asked, message } = append(session, draft, AT);
  expect(asked.answers).toEqual({ helpful: 0, notHelpful: 0, unanswered: 1 });
  expect(outcomeFigures(session, asked)).toEqual({ unanswered: 1, unresolved: 1 });
  const replaced = countAnswer(asked, message, -1);
  expect(outcomeFigures(asked, replaced)).toEqual({ unanswered: -1, unresolved: -1 });
});

test('a changed rating replaces the earlier one, and a withdrawn one is not counted', () => {
  const disliked = countRating(countRating(session, undefined, 'up'), 'up', 'down');
  expect(disliked.answers).toEqual({ helpful: 0, notHelpful: 1, unanswered: 0 });
  const withdrawn = countRating(disliked, 'down', null);
  expect(withdrawn.answers).toEqual({ helpful: 0, notHelpful: 0, unanswered: 0 });
  expect(outcomeFigures(disliked, withdrawn)).toEqual({ unresolved: -1 });
});

test('a second reason for the same message is not counted', () => {
  const disliked = countRating(session, undefined, 'down');
  expect(outcomeFigures(disliked, { ...disliked, humanRequestedAt: AT })).toEqual({});
});
