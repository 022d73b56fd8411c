import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeEmail, type EmailParts } from '../../src/domain/email/compose.ts';
import { EMAIL_LANGUAGES, EMAIL_WORDS } from '../../src/domain/email/words.ts';

const AT = '2026-11-27T09:00:00.000Z';
const LINK = 'https://shop.example/contact?a=1&b=2#chat-link=abc';

const parts = (more: Partial<EmailParts> = {}): EmailParts => ({
  kind: 'reply',
  business: 'Harbour Cycles',
  messages: [{ role: 'agent', content: 'Yes, **we** do.', agent: { oid: '1', name: 'Anna' }, createdAt: AT }],
  link: LINK,
  isOnce: true,
  ...more,
});

test('an answer names the business and the agent, and has the message and the link in both forms', () => {
  const { fromName, subject, text, html } = composeEmail(parts());
  expect({ fromName, subject }).toEqual({
    fromName: 'Harbour Cycles',
    subject: 'Answer from Harbour Cycles',
  });
  expect(text).toContain('Anna answered you:\n\nYes, we do.');
  expect(text).toContain(`Open the conversation: ${LINK}`);
  expect(html).toContain('Yes, <strong>we</strong> do.');
  expect(html).toContain('href="https://shop.example/contact?a=1&amp;b=2#chat-link=abc"');
});

test('it is in the language of the visitor, and written in its direction', () => {
  const arabic = composeEmail(parts({ language: 'ar-EG' }));
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(composeEmail(parts({ language: 'de' })).subject).toBe('Antwort von Harbour Cycles');
  expect(composeEmail(parts({ language: 'xx' })).subject).toBe('Answer from Harbour Cycles');
});

describe('headers', () => {
  test('of a person’s answer do not say that a program has written it; those of the system do', () => {
    expect(composeEmail(parts()).headers).toEqual({ 'Content-Language': 'en' });
    for (const kind of ['unseen', 'confirmation', 'transcript'] as const) {
      expect(composeEmail(parts({ kind })).headers).toEqual({
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'Content-Language': 'en',
      });
    }
  });

  test('let messages be stopped with one click that were not asked for one by one', () => {
    const stopLink = 'https://chat.example/api/email/token';
    const { headers, text, html } = composeEmail(parts({ kind: 'unseen', stopLink }));
    expect(headers).toMatchObject({
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${stopLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(text).toContain(stopLink);
    expect(html).toContain(stopLink);
  });
});

test('a transcript says who wrote what and when, with the names of files', () => {
  const { text } = composeEmail(
    parts({
      kind: 'transcript',
      timeZone: 'Europe/Berlin',
      messages: [
        { role: 'visitor', content: 'Do you ship?', createdAt: AT },
        { role: 'system', content: 'A person was requested.', event: 'human-requested', createdAt: AT },
        {
          role: 'agent',
          content: 'prices.pdf',
          agent: { oid: '1', name: 'Anna' },
          attachments: [{ id: 'x', name: 'prices.pdf', type: 'pdf', bytes: 3 }],
          createdAt: AT,
        },
      ],
    }),
  );
  expect(text).toContain('You (Nov 27, 2026, 10:00 AM, Europe/Berlin):\nDo you ship?');
  expect(text).toContain('Anna (Nov 27, 2026, 10:00 AM, Europe/Berlin):\nFiles: prices.pdf');
  expect(text).not.toContain('A person was requested.');
});

test('what people write is no markup, no image and no header', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<img src=https://evil.example/x>',
      'a\r\nBcc: b@example.org',
      '"><script>1</script>',
      '{b}$&',
    ),
  );
  fc.assert(
    fc.property(
      hostile,
      hostile,
      fc.constantFrom(...(['reply', 'unseen', 'transcript'] as const)),
      (content, name, kind) => {
        const messages = [{ role: 'agent' as const, content, agent: { oid: '1', name }, createdAt: AT }];
        const { html, subject, fromName } = composeEmail(parts({ kind, messages, business: name }));
        expect(html).not.toMatch(/<(img|script|iframe|object|link|style)\b/i);
        expect(`${subject}${fromName}`).not.toMatch(/[\r\n]/);
      },
    ),
  );
});

test('every language has every sentence, with its places for names', () => {
  const { en } = EMAIL_WORDS;
  for (const language of EMAIL_LANGUAGES) {
    const words = EMAIL_WORDS[language];
    const pairs = Object.entries<string>({ ...words });
    const english = new Map(Object.entries<string>({ ...en }));
    for (const [name, sentence] of pairs) {
      const places = (one: string) => [...one.matchAll(/\{[bn]\}/g)].map(([place]) => place).sort();
      expect(sentence.trim(), `${language} ${name}`).not.toBe('');
      expect(places(sentence), `${language} ${name}`).toEqual(places(english.get(name) ?? ''));
    }
  }
});
