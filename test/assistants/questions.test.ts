import { describe, expect, test } from 'vitest';
import { questionWords } from '../../src/adapters/knowledge/question-words.ts';
import { groupQuestions, type ParsedQuestion } from '../../src/assistants/rules/questions.ts';

const NEWEST = '2026-11-20T17:00:00.000Z';
const minutesBefore = (minutes: number) => new Date(Date.parse(NEWEST) - minutes * 60_000).toISOString();

/** Questions, newest first, a minute apart, as the service reads them. */
async function asked(...questions: string[]): Promise<ParsedQuestion[]> {
  const words = await questionWords(questions);
  return questions.map((question, index) => ({
    question,
    sessionId: `session-${index}`,
    messageId: `message-${index}`,
    seq: 1,
    at: minutesBefore(index),
    roots: [],
    ...words[index],
  }));
}

const countsOf = async (...questions: string[]) =>
  groupQuestions(await asked(...questions), 100).map(({ question, count }) => [question, count]);

test('questions that differ in case, punctuation and spaces form one group, in the words of the newest', async () => {
  const questions = await asked(
    'Do you ship to Norway?',
    'do you ship to norway',
    '  Do you  ship to Norway!! ',
  );
  const [group, ...others] = groupQuestions(questions, 10);
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    question: 'Do you ship to Norway?',
    count: 3,
    lastAskedAt: NEWEST,
    sessionId: 'session-0',
    languages: ['en'],
  });
  expect(group?.questions.map(({ messageId }) => messageId)).toEqual(['message-0', 'message-1', 'message-2']);
});

describe('two questions form one group', () => {
  test.each([
    ['in other forms of the same words', 'Do you ship to Norway?', 'What about shipping to Norway?'],
    ['in another order', 'Norway: do you ship there?', 'Can you ship to Norway please?'],
    ['with courtesies', 'Hello, could you tell me where my order is? Thanks', 'Where is my order?'],
    ['with one word more', 'Do you ship parcels to Norway?', 'Do you ship to Norway?'],
    ['in German', 'Habt ihr vegane Schuhe?', 'Gibt es bei euch auch vegane Schuhe'],
    ['in Russian', 'Стоимость доставки в Норвегию?', 'стоимость доставка в Норвегии'],
    ['without its accents', 'Où est l’hôtel à Genève ?', 'ou est l hotel a geneve'],
    ['in Chinese', '可以送货到挪威吗？', '送货到挪威吗'],
  ])('%s', async (_, one, other) => {
    expect(await countsOf(one, other)).toEqual([[one, 2]]);
  });

  test('among a hundred others', async () => {
    const others = Array.from({ length: 100 }, (_, n) => `Do you ship model number w${n} to country c${n}?`);
    const [first] = await countsOf('Do you sell gift cards?', ...others, 'Is there a gift card?');
    expect(first).toEqual(['Do you sell gift cards?', 2]);
  });
});

describe('two questions form two groups', () => {
  test.each([
    ['about another thing', 'Do you ship to Norway?', 'Do you ship to Sweden?'],
    ['about another day', 'Are you open on Sunday?', 'Are you open on Saturday?'],
    ['about another number', 'Do you have this shoe in size 42?', 'Do you have this shoe in size 44?'],
    [
      'about another number, alike as the rest may be',
      'Do you have this blue leather shoe with a rubber sole in size 42?',
      'Do you have this blue leather shoe with a rubber sole in size 44?',
    ],
    ['with accents, which are other letters', 'Was kostet eine Büchse?', 'Was kostet eine Tasche?'],
    ['of vowel signs, which are marks', 'कि', 'का'],
    ['of signs alone', '🙂', '🙁'],
    ['of stop words alone', 'And why not?', 'And how about this?'],
  ])('%s', async (_, one, other) => {
    expect(await countsOf(one, other)).toHaveLength(2);
  });

  test('if each resembles only the middle of a chain, because each is compared with the newest of its group', async () => {
    const groups = await countsOf(
      'gift voucher',
      'gift voucher parcel',
      'parcel weight',
      'parcel weight limit',
    );
    expect(groups).toEqual([
      ['gift voucher', 2],
      ['parcel weight', 2],
    ]);
  });
});

test('the same question to two assistants forms two groups', async () => {
  const [one, other] = await asked('Do you ship to Norway?', 'do you ship to norway');
  if (!one || !other) throw new Error('There are two.');
  const groups = groupQuestions([one, { ...other, assistantId: 'other' }], 10);
  expect(groups).toMatchObject([{ assistantId: undefined }, { assistantId: 'other' }]);
});

test('groups are ordered by the number of questions, then by the newest one', async () => {
  expect((await countsOf('x1', 'x2', 'x3', 'x3', 'x2', 'x3', 'x4')).slice(0, 3)).toEqual([
    ['x3', 3],
    ['x2', 2],
    ['x1', 1],
  ]);
});

test('a group lists its languages, that of the newest question first', async () => {
  const questions = await asked('Wo ist das WLAN Passwort?', 'What is the WLAN Passwort?');
  expect(groupQuestions(questions, 10)).toMatchObject([{ languages: ['de', 'en'] }]);
});

describe('a question that was answered by an admin', () => {
  const answer = (questions: string[], minutes: number) => ({ questions, at: minutesBefore(minutes) });

  test('leaves the list with all similar questions that were asked before the answer', async () => {
    const questions = await asked('Gift cards?', 'Do you have gift cards?', 'Do you ship to Norway?');
    const left = groupQuestions(questions, 10, [answer(['message-1'], -1)]);
    expect(left.map(({ question }) => question)).toEqual(['Do you ship to Norway?']);
  });

  test('is listed again if it is asked after the answer', async () => {
    const questions = await asked('Gift cards?', 'Do you have gift cards?');
    const left = groupQuestions(questions, 10, [answer(['message-1'], 0.5)]);
    expect(left).toMatchObject([{ question: 'Gift cards?', count: 1 }]);
  });

  test('does not change the list for other questions, even if its own conversation is gone', async () => {
    const questions = await asked('Gift cards?');
    expect(groupQuestions(questions, 10, [answer(['message-9'], -1)])).toHaveLength(1);
  });
});

test('a thousand long questions are grouped with few comparisons', async () => {
  const words = Array.from({ length: 60 }, (_, n) => `word${n}x`);
  const questions = await asked(
    ...Array.from({ length: 1000 }, (_, n) => `${words.slice(n % 30).join(' ')} own${n}x thing${n}x`),
  );
  const groups = groupQuestions(questions, 1000);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(1000);
});
