import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARD_LANGUAGES, CARD_WORDS } from '../../src/notifications/rules/notice-card-words.ts';
import {
  noticeCard,
  plainText,
  testCard,
  type AdaptiveCard,
  type NoticeCard,
} from '../../src/notifications/rules/notice-card.ts';
import { cardFaults } from '../support/adaptive-card-schema.ts';

const LINKS = {
  browser: 'https://chat.example.com/api/collab-tab#/l/abc',
  teams: 'https://teams.microsoft.com/l/entity/app/desk?context=%7B%22subEntityId%22%3A%22abc%22%7D',
};
const FULL: NoticeCard = {
  subject: 'handoff',
  facts: {
    waitingSince: '2026-11-22T10:00:00.123Z',
    sourceDomain: 'shop.example.com',
    widgetName: 'Shop',
    language: 'de-AT',
  },
  messageLeft: false,
  links: LINKS,
  language: 'en',
};

/** Every text of a card with the type of the element that holds it. */
function textsOf(value: unknown): { type: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const element = value as Record<string, unknown>;
  const own = ['text', 'title', 'value', 'fallbackText'].flatMap((name) =>
    typeof element[name] === 'string' ? [{ type: String(element['type']), text: element[name] }] : [],
  );
  return [...own, ...Object.values(element).flatMap(textsOf)];
}

/** The lines of a card, as a reader sees them. */
const linesOf = ({ body }: AdaptiveCard) =>
  body.map((element) =>
    textsOf(element)
      .map(({ text }) => text)
      .join(''),
  );

describe('each card is valid against the published schema', () => {
  const subjects = ['handoff', 'reminder', 'escalation', 'message-left'] as const;
  test.each(CARD_LANGUAGES.flatMap((language) => subjects.map((subject) => [subject, language] as const)))(
    '%s in %s',
    (subject, language) => {
      const full = noticeCard({
        ...FULL,
        subject,
        language,
        messageLeft: true,
        firstQuestion: 'Where is it?',
      });
      const bare = {
        subject,
        language,
        facts: {},
        messageLeft: false,
        links: { browser: LINKS.browser },
      };
      expect(cardFaults(full)).toEqual([]);
      expect(cardFaults(noticeCard(bare))).toEqual([]);
    },
  );

  test.each(CARD_LANGUAGES)('the test card in %s', (language) => {
    expect(cardFaults(testCard(language, LINKS.browser))).toEqual([]);
  });

  test('and an invalid card is reported', () => {
    expect(cardFaults({ ...testCard('en', LINKS.browser), body: [{ type: 'TextBlock' }] })).not.toEqual([]);
    expect(cardFaults({ ...testCard('en', LINKS.browser), lang: 5 })).not.toEqual([]);
  });
});

describe('the content of a card', () => {
  test('is in English: time, place, widget, language, and whether a message was left', () => {
    expect(linesOf(noticeCard(FULL))).toEqual([
      'A visitor asks for a person',
      'Waiting since: {{DATE(2026-11-22T10:00:00Z,SHORT)}} {{TIME(2026-11-22T10:00:00Z)}}',
      'Source domain: shop.example.com',
      'Widget: Shop',
      'Language: Austrian German',
      'Message left: No',
    ]);
  });

  test('is in German', () => {
    const lines = linesOf(
      noticeCard({ ...FULL, subject: 'message-left', messageLeft: true, language: 'de' }),
    );
    expect(lines).toEqual([
      'Ein Besucher hat eine Nachricht hinterlassen',
      'Wartet seit: {{DATE(2026-11-22T10:00:00Z,SHORT)}} {{TIME(2026-11-22T10:00:00Z)}}',
      'Domain: shop.example.com',
      'Widget: Shop',
      'Sprache: Österreichisches Deutsch',
      'Nachricht hinterlassen: Ja',
    ]);
  });

  test('has buttons that open the desk in Teams and in a browser', () => {
    expect(noticeCard(FULL).actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open in Teams', url: LINKS.teams },
      { type: 'Action.OpenUrl', title: 'Open in a browser', url: LINKS.browser },
    ]);
  });

  test('has only a button for the browser if agents cannot sign in in Teams', () => {
    const { actions } = noticeCard({ ...FULL, links: { browser: LINKS.browser } });
    expect(actions.map(({ url }) => url)).toEqual([LINKS.browser]);
  });

  test('has the first question, if it is set, shortened and on one line', () => {
    const lines = linesOf(noticeCard({ ...FULL, firstQuestion: `Where\n\nis ${'my order '.repeat(80)}` }));
    expect(lines.at(-1)).toMatch(/^First question: Where is my order .*…$/);
    expect(Array.from(lines.at(-1) ?? '').length).toBeLessThan(330);
  });

  test.each([
    ['de', 'German'],
    ['pt-BR', 'Brazilian Portuguese'],
    ['x-klingon', 'x-klingon'],
    ['[a](http://evil.example)', '[a](http://evil.example)'],
  ])('the language %j is %j', (language, shown) => {
    const lines = linesOf(noticeCard({ ...FULL, facts: { language } }));
    expect(lines).toContain(`Language: ${shown}`);
  });
});

describe('outside text in a card stays text', () => {
  const HOSTILE = [
    '[x](http://evil.example)',
    '**bold** _it_ # head',
    '![i](http://evil.example/i.png)',
    '<a href="http://evil.example">x</a>',
    '{{DATE(2020-01-01T00:00:00Z)}}',
    '- one\r- two',
    '\u202egnp.exe',
  ];

  test.each(HOSTILE)('%j appears only in plain text runs, which no client reads as Markdown', (hostile) => {
    const made = noticeCard({
      ...FULL,
      facts: { sourceDomain: hostile, widgetName: hostile, language: hostile },
      firstQuestion: hostile,
    });
    expect(cardFaults(made)).toEqual([]);
    const { titles, ...words } = CARD_WORDS.en;
    const own = new Set([...Object.values(titles), ...Object.values(words)]);
    for (const { type, text } of textsOf(made)) if (type !== 'TextRun') expect(own).toContain(text);
    expect(made.actions).toEqual(noticeCard(FULL).actions);
  });

  test('contains no function calls, no invisible characters, and at most the allowed length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (text, limit) => {
          const plain = plainText(text, limit);
          expect(plain).not.toMatch(/\{\{|\}\}|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
          expect(plain.isWellFormed()).toBe(true);
          expect(Array.from(plain).length).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});
