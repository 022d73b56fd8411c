import { describe, expect, test } from 'vitest';
import { needsReview, rateAnswer, reviewOf } from '../../src/conversations/rules/answer-review.ts';
import type { Message } from '../../src/conversations/records/message.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 17, minute)).toISOString();
const correction = { content: 'In 5 days.', agent: { oid: 'lee', name: 'Lee' }, at: at(9) };

describe('an answer is listed for review from the time of its latest reason', () => {
  test.each([
    ['that it is missing', { unanswered: true }, at(0)],
    ['a rating as not helpful', { rating: 'down' as const, ratedAt: at(5) }, at(5)],
    ['a correction', { correction }, at(9)],
    ['a rating after a correction', { rating: 'down' as const, ratedAt: at(20), correction }, at(20)],
    ['not a rating as helpful', { unanswered: true, rating: 'up' as const, ratedAt: at(5) }, at(0)],
  ])('%s', (_case, reasons, since) => {
    expect(needsReview(reasons)).toBe(true);
    expect(reviewOf({ createdAt: at(0), ...reasons }, undefined).at).toBe(since);
  });
});

describe('the comment of a rating', () => {
  const answer: Message = {
    id: 'bae9676d-78b8-8415-90a5-f47f9c319597',
    sessionId: 'c91170e6-6167-8640-a420-5be81ff00a6b',
    seq: 2,
    role: 'assistant',
    content: 'In 9 days.',
    createdAt: at(0),
    rating: 'down',
    ratedAt: at(1),
    ratingComment: 'It took longer.',
  };
  test('is kept with the same rating and removed with a different one', () => {
    expect(rateAnswer(answer, { rating: 'down' }, at(2))).toBeUndefined();
    expect(rateAnswer(answer, { rating: 'up' }, at(2))?.ratingComment).toBeUndefined();
    expect(rateAnswer(answer, { rating: 'down', comment: 'Sorry' }, at(2))?.ratingComment).toBe('Sorry');
    expect(rateAnswer(answer, { rating: null }, at(2))).not.toHaveProperty('ratingComment');
  });
});
