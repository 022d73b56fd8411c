import { expect, test } from 'vitest';
import { ACTIVITY_FIELDS, emptyHour, type HourlyActivity } from '../../src/domain/activity.ts';
import { figuresOf, sumOf } from '../../src/domain/figures.ts';

function hour(figures: Partial<HourlyActivity> = {}): HourlyActivity {
  return { ...emptyHour('2026-11-20T17:00:00.000Z'), ...figures };
}

test('hours are added up figure by figure', () => {
  const hours = ACTIVITY_FIELDS.map((field, index) => hour({ [field]: index + 1 }));
  const sums = sumOf([...hours, ...hours]);
  for (const [index, field] of ACTIVITY_FIELDS.entries()) expect(sums[field], field).toBe(2 * (index + 1));
});

test('money is added up without what floating-point arithmetic adds to it', () => {
  expect(sumOf([hour({ cost: 0.1 }), hour({ cost: 0.2 })]).cost).toBe(0.3);
  expect(sumOf(Array.from({ length: 1000 }, () => hour({ cost: 0.000065 }))).cost).toBe(0.065);
});

test('messages are those of everyone who takes part', () => {
  const { messages } = figuresOf([hour({ visitorMessages: 5, assistantMessages: 4, agentMessages: 2 })]);
  expect(messages).toBe(11);
});

test.each([
  ['none asked for a person', 10, 0, 1],
  ['some did', 10, 3, 0.7],
  ['all did', 4, 4, 0],
  ['also those who began before did', 2, 5, 0],
  ['there were no conversations', 0, 0, null],
])('the share answered without a person where %s', (_, conversations, handoffs, share) => {
  expect(figuresOf([hour({ conversations, handoffs })]).answeredWithoutPerson).toBe(share);
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

test('a rating that was given in an earlier window and taken back in this one makes no negative figure', () => {
  expect(figuresOf([hour({ ratingsUp: -1, ratingsDown: 2 })])).toMatchObject({
    ratingsUp: 0,
    ratingsDown: 2,
  });
});

test('the share of closed conversations that helped', () => {
  const of = (visitsHelpful: number, visitsNotHelpful: number) =>
    figuresOf([hour({ visitsHelpful, visitsNotHelpful })]).visitsHelpfulShare;
  expect([of(3, 1), of(0, 2), of(-1, 1), of(0, 0)]).toEqual([0.75, 0, 0, null]);
});
