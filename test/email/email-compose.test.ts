import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeEmail, type EmailParts } from '../../src/email/rules/compose.ts';
import { LANGUAGES, WORDS } from '../../src/languages/languages.ts';

const AT = '2026-11-27T09:00:00.000Z';
const LINK = 'https://shop.example/contact?a=1&b=2#chat-link=abc';

const parts = (more: Partial<EmailParts> = {}): EmailParts => ({
  kind: 'reply',
  business: 'Harbour Cycles',
  messages: [{ role: 'agent', content: 'Yes, **we** do.', agent: { oid: '1', name: 'Anna' }, createdAt: AT }],
  link: LINK,
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

test('an e-mail is in the language and writing direction of the visitor', () => {
  const arabic = composeEmail(parts({ language: 'ar-EG' }));
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
  expect(composeEmail(parts({ language: 'de' })).subject).toBe('Antwort von Harbour Cycles');
  expect(composeEmail(parts({ language: 'xx' })).subject).toBe('Answer from Harbour Cycles');
});

describe('the headers of an e-mail', () => {
  test('mark e-mails of the system as automatic, but not an agent’s answer', () => {
    expect(composeEmail(parts()).headers).toEqual({ 'Content-Language': 'en' });
    for (const kind of ['unseen', 'received', 'confirmation', 'transcript'] as const) {
      expect(composeEmail(parts({ kind })).headers).toEqual({
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        'Content-Language': 'en',
      });
    }
  });

  test('offer one-click unsubscribe for e-mails that were not requested individually', () => {
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

test('an e-mail gives the reason for its address: given in the chat, or verified by a sign-in', () => {
  expect(composeEmail(parts()).text).toContain('You gave this address in the chat with Harbour Cycles.');
  const { text } = composeEmail(parts({ isToSignedIn: true, asksSignIn: true }));
  expect(text).toContain('You are signed in with this address in the chat with Harbour Cycles.');
  expect(text).toContain('Sign in on the page to see the conversation.');
  expect(text).not.toContain('You gave this address');
});

test('an answer quotes the question, shortened to a thousand characters, with a heading in the visitor’s language', () => {
  const { text, html } = composeEmail(parts({ question: 'Do you <ship>\nto Malta?', language: 'de' }));
  expect(text).toContain('Sie schrieben:\n> Do you <ship>\n> to Malta?');
  expect(html).toContain('Do you &lt;ship&gt;<br>to Malta?');
  const long = composeEmail(parts({ question: '😀'.repeat(1001) }));
  expect(long.text).toContain(`> ${'😀'.repeat(1000)}…`);
  expect(composeEmail(parts({ question: ' \u200b ' })).text).not.toContain('You wrote');
});

test('the button has the accent of the widget and readable text, and the logo is part of the e-mail', () => {
  const logo = 'data:image/png;base64,iVBORw0KGgo=';
  const light = composeEmail(parts({ look: { color: '#ffd500', logo } }));
  expect(light.html).toContain('background:#ffd500;color:#131926');
  expect(light.html).toContain('<img src="cid:logo" alt="Harbour Cycles"');
  expect(light.logo).toEqual({ type: 'image/png', base64: 'iVBORw0KGgo=' });
  const plain = composeEmail(parts());
  expect(plain.html).toContain('background:#2f5bea;color:#ffffff');
  expect(plain).not.toHaveProperty('logo');
});

test('a signed-in visitor is asked to sign in, and others are told how long the link works', () => {
  expect(composeEmail(parts({ asksSignIn: true })).text).toContain('Sign in on the page to see');
  expect(composeEmail(parts()).text).toContain('The link works for 7 days.');
  expect(composeEmail(parts({ link: undefined, asksSignIn: true })).text).not.toContain('Sign in');
});

test('a transcript has authors, times and file names', () => {
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

test('text of people becomes no markup, image or header', () => {
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

test('every language has every sentence, with its placeholders', () => {
  const en = WORDS.en.email;
  for (const language of LANGUAGES) {
    const words = WORDS[language].email;
    const pairs = Object.entries<string>({ ...words });
    const english = new Map(Object.entries<string>({ ...en }));
    for (const [name, sentence] of pairs) {
      const places = (one: string) => [...one.matchAll(/\{[bn]\}/g)].map(([place]) => place).sort();
      expect(sentence.trim(), `${language} ${name}`).not.toBe('');
      expect(places(sentence), `${language} ${name}`).toEqual(places(english.get(name) ?? ''));
    }
  }
});
