import { expect, test } from 'vitest';
import { ACTIVITY_FIELDS, emptyHour, type HourlyActivity } from '../../src/availability/rules/activity.ts';
import { figuresOf, sumOf } from '../../src/conversations/rules/figures.ts';

function hour(figures: Partial<HourlyActivity> = {}): HourlyActivity {
  return { ...emptyHour('2026-11-20T17:00:00.000Z'), ...figures };
}

test('the figures of hours are added separately', () => {
  const hours = ACTIVITY_FIELDS.map((field, index) => hour({ [field]: index + 1 }));
  const sums = sumOf([...hours, ...hours]);
  for (const [index, field] of ACTIVITY_FIELDS.entries()) expect(sums[field], field).toBe(2 * (index + 1));
});

test('costs are added without floating-point errors', () => {
  expect(sumOf([hour({ cost: 0.1 }), hour({ cost: 0.2 })]).cost).toBe(0.3);
  expect(sumOf(Array.from({ length: 1000 }, () => hour({ cost: 0.000065 }))).cost).toBe(0.065);
});

test('the number of messages includes every author', () => {
  const { messages } = figuresOf([hour({ visitorMessages: 5, assistantMessages: 4, agentMessages: 2 })]);
  expect(messages).toBe(11);
});

test.each([
  ['all are resolved', 10, 0, 1],
  ['some are not', 10, 3, 0.7],
  ['none is resolved', 4, 4, 0],
  ['earlier conversations became unresolved, too', 2, 5, 0],
  ['a rating of an earlier conversation was withdrawn', 2, -1, 1],
  ['there are no conversations', 0, 0, null],
])('the share that the assistant resolved if %s', (_, conversations, unresolved, share) => {
  expect(figuresOf([hour({ conversations, unresolved })]).resolvedByAssistant).toBe(share);
});

test.each([
  ['none', [], null],
  ['one', [[[45, 1]]], 45],
  ['three of different hours', [[[10, 1]], [[60, 1]], [[3600, 1]]], 60],
  [
    'two, the shorter of both',
    [
      [
        [10, 1],
        [60, 1],
      ],
    ],
    10,
  ],
  ['many short and one long', [[[5, 100]], [[86400, 1]]], 5],
] as [string, [number, number][][], number | null][])(
  'the median first reply of %s',
  (_, histograms, median) => {
    const hours = histograms.map((replies) => hour({ firstReplies: new Map(replies) }));
    expect(figuresOf(hours).medianFirstReplySeconds).toBe(median);
  },
);

test.each([
  ['none', [], null],
  ['three', [[[300, 1]], [[3600, 1]], [[604_800, 1]]], 3600],
  ['one that was taken back an hour later', [[[300, 2]], [[300, -1]], [[3600, 1]], [[3600, 1]]], 3600],
  ['one of an earlier window that was taken back in this one', [[[300, -1]]], null],
] as [string, [number, number][][], number | null][])(
  'the median answer to messages that were left, of %s',
  (_, histograms, median) => {
    const hours = histograms.map((answers) => hour({ leftAnswers: new Map(answers) }));
    expect(figuresOf(hours).medianLeftAnswerSeconds).toBe(median);
  },
);

test('a rating from an earlier window that is withdrawn in this one does not make a figure negative', () => {
  expect(figuresOf([hour({ ratingsUp: -1, ratingsDown: 2 })])).toMatchObject({
    ratingsUp: 0,
    ratingsDown: 2,
  });
});

test('the helpful share is the part of rated conversations that were rated helpful', () => {
  const of = (visitsHelpful: number, visitsNotHelpful: number) =>
    figuresOf([hour({ visitsHelpful, visitsNotHelpful })]).visitsHelpfulShare;
  expect([of(3, 1), of(0, 2), of(-1, 1), of(0, 0)]).toEqual([0.75, 0, 0, null]);
});
