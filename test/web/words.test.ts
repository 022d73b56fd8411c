import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** All texts outside the widget: pages, errors, and the description of the API. */
const SHOWN = globSync([
  'src/web/**/*.{ts,tsx}',
  'functions/**/*.ts',
  'src/http/*.ts',
  'src/wire/*.ts',
  'src/domain/errors.ts',
])
  .map((file) => readFileSync(file, 'utf8'))
  .map(withoutComments)
  .join('\n')
  .replaceAll(/\{'\s'\}/g, ' ')
  .replaceAll(/\s+/g, ' ');

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe('the words on the pages', () => {
  test.each([
    'What left the building',
    'Settings as they are',
    'They are changed where the service runs',
    'Your conversations',
    'To leave for good',
    'closes the door',
    'Make the key',
    'Go on',
    'Every message, by its words',
    'All of them have to be in it',
    'next time it knows',
    'Half are quicker',
    'What visitors think',
    'of grace left',
    'nobody new can join',
    'Where your people answer',
    'sits at the desk',
    'stands in their bar',
    'Bring it to Teams',
    'Where it belongs',
    'Look and first words',
    'Other words',
    'what it always says',
    'Questions to begin with',
    'Nobody chats without',
    'to mend',
    'saved or not',
    'Who it is',
    'What it knows',
    'conversation in hand',
    'Nobody else has been here',
    'Hand to a colleague',
    'Put back in the queue',
    'Assistant so far',
    'This page looks by itself',
    'In the settings (column',
    'Say something and get',
    'No key at hand',
    'This goes out once you are back',
    'Show it',
    'cannot be shown first',
    'if the visitor still waits',
    'Take next',
    'Whether you take conversations',
    'Mark as urgent, or not',
    "'Not urgent'",
    'It is not known who is connected',
    'not among the unanswered ones',
    'counts in no figure',
    'exactly this version of the script',
    'dark shade of themselves',
    'hold nothing to write an answer from',
    'Four steps, and an optional fifth',
    'None the day before',
    'None ${before}',
    'None {before}',
  ])('have no “%s”', (words) => {
    expect(SHOWN).not.toContain(words);
  });

  /** Signs of a riddle, of old English, or of a lecture: a page says the same plainly instead. */
  test.each([
    /\bwhoever\b/i,
    /\bnobody\b/i,
    /\bsomebody\b/i,
    /\bplease\b/i,
    /\bby itself\b/i,
    /\bColours?\b/,
    /, or (?:none|not)\b/i,
    /\bnot known\b/i,
    /\b(?:in|holds?) no(?:thing)? (?:figure|text|to)\b/i,
    /\bof themselves\b|\bits alone\b/i,
    /\b(?:still|visitor) waits\b/i,
    /^(?:Whether|What you|Which)\b[^?.]*$/,
    /\bin the meantime\b.*\brepeat\b/i,
  ])('have nothing like %s', (riddle) => {
    const texts = [...SHOWN.matchAll(/'([^'\n]*\s[^'\n]*)'|>([^<>{}=;]*\s[^<>{}=;]*)</g)];
    const found = texts.map(([, quoted = '', between = '']) => quoted + between);
    expect(found.filter((text) => riddle.test(text))).toEqual([]);
  });
});
