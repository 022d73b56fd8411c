import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageRenderer } from '../../src/email/rules/rendered-message.ts';
import { threadCpuMs } from '../support/cpu-time.ts';

const renderMessage = (message: Parameters<ReturnType<typeof messageRenderer>>[0]) =>
  messageRenderer()(message);
const agent = (content: string) => renderMessage({ role: 'agent', content });
const STEPS =
  '1. Open the [size chart](https://shop.example/size-chart?a=1&b=2)\n2. Measure\n   - heel\n3. See https://shop.example/returns';

test('a text part keeps the addresses of links and the numbers of steps', () => {
  expect(agent(STEPS).text).toBe(
    '1. Open the size chart (https://shop.example/size-chart?a=1&b=2)\n2. Measure\n   - heel\n3. See https://shop.example/returns',
  );
  expect(agent('4. Four\n5. Five').text).toBe('4. Four\n5. Five');
  expect(agent('# Sizes\n\nWrite to help@shop.example.\nOr **call**.').text).toBe(
    'Sizes\n\nWrite to help@shop.example.\nOr call.',
  );
  expect(agent('> quoted\n\n```\na  b\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |').text).toBe(
    '> quoted\n\na  b\n\na | b\n1 | 2',
  );
});

test('an HTML part keeps the addresses of links and the numbers of steps', () => {
  const { html } = agent(STEPS);
  expect(html).toContain('<a href="https://shop.example/size-chart?a=1&amp;b=2"');
  expect(html).toContain('>https://shop.example/returns</a>');
  expect(html).toMatch(/<ol start="1"[^>]*><li>Open the <a/);
  expect(agent('4. Four\n5. Five').html).toContain('<ol start="4"');
  expect(agent('Write to help@shop.example.').html).toContain('<a href="mailto:help@shop.example"');
});

test('an assistant’s message links only to its documents, and other addresses stay text', () => {
  const content = 'See [this](https://shop.example/a) and [that](https://evil.example/b).';
  const { html, text } = renderMessage({ role: 'assistant', content, links: ['https://shop.example/a'] });
  expect(html).toContain('<a href="https://shop.example/a"');
  expect(html).toContain('that (https://evil.example/b)');
  expect(html).not.toContain('href="https://evil.example');
  expect(text).toBe('See this (https://shop.example/a) and that (https://evil.example/b).');
});

test('a visitor’s message is shown without formatting', () => {
  const { html, text } = renderMessage({ role: 'visitor', content: '[a](https://evil.example)\n1. <b>' });
  expect(text).toBe('[a](https://evil.example)\n1. <b>');
  expect(html).toBe('<p style="margin:0 0 8px">[a](https://evil.example)<br>1. &lt;b&gt;</p>');
});

test.each([
  ['![a](https://evil.example/x.png)', 'a (https://evil.example/x.png)'],
  ['[a](javascript:alert(1))', 'a (javascript:alert(1))'],
  ['[a](data:text/html,x)', 'a (data:text/html,x)'],
  ['[a](//evil.example)', 'a (//evil.example)'],
  ['[a](java&#115;cript:x)', 'a (java&#115;cript:x)'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['a <script>1</script> b', 'a <script>1</script> b'],
])('%s becomes no image, script or link', (content, text) => {
  const rendered = agent(content);
  expect(rendered.text).toBe(text);
  expect(rendered.html).not.toMatch(/<(?!\/?p\b)/);
});

const PIECES = [
  '[',
  '](',
  ')',
  '![',
  '<',
  '>',
  '"',
  '**',
  '_',
  '`',
  '\n',
  '1. ',
  '- ',
  '> ',
  '# ',
  '|',
  '&lt;',
];
const ADDRESSES = ['https://a.example/"onclick="x', 'javascript:x', 'mailto:a@b.example', '&quot;', 'x'];

test('hostile Markdown produces only known elements and safe addresses', () => {
  const hostile = fc.array(fc.constantFrom(...PIECES, ...ADDRESSES)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(hostile, (content) => {
      const { html } = agent(content);
      const known =
        /<\/?(?:p|ul|ol|li|strong|em|del|code|pre|blockquote)(?: (?:style="[\w:; -]*"|start="\d+"))*>|<(?:br|hr)>|<a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer nofollow">|<\/a>/gi;
      expect(html.replaceAll(known, '')).not.toMatch(/[<>]/);
    }),
    { numRuns: 500 },
  );
});

const SHAPES = [
  ...[
    '[',
    '![',
    '*',
    '_',
    '`',
    '> ',
    '- ',
    '#',
    '<',
    '|',
    '\\',
    '*_',
    '[](',
    '~',
    '1. ',
    'a@',
    '&',
    'a',
    ' ',
  ],
  ...[
    '\n',
    '\t',
    'www.',
    'http://a',
    '=',
    '-',
    '- [ ] ',
    '(',
    '"',
    '  \n',
    '- a\n',
    'a\n=\n',
    '.',
    ':',
    'a_',
  ],
];

test.each(SHAPES)('a long message of %j is rendered within the time limit', async (shape) => {
  const ms = await threadCpuMs(() => {
    for (const length of [500, 8_000, 400_000]) agent(shape.repeat(Math.ceil(length / shape.length)));
  });
  expect(ms).toBeLessThan(1_000);
});

test('a list of hundreds of lines is shown as it was written', () => {
  expect(agent('- **a**\n'.repeat(40)).html).toContain('<strong>a</strong>');
  expect(agent('- a\n'.repeat(600)).html).toContain('- a<br>- a');
});

test('lists that are nested by indentation are rendered within the time limit', async () => {
  const nested = Array.from({ length: 85 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n');
  expect(await threadCpuMs(() => agent(nested))).toBeLessThan(1_000);
});

test('a table with missing cells is not made larger than its source', () => {
  const wide = `${'|a'.repeat(296)}\n${'|-'.repeat(296)}\n${'a\n'.repeat(3_400)}`;
  const { text, html } = agent(wide);
  expect(text.length).toBeLessThan(2 * wide.length);
  expect(html.length).toBeLessThan(10 * wide.length);
});

test('a word of thousands of characters is rendered as text in linear time', () => {
  expect(agent(`**a** ${'b'.repeat(6_000)}@`).html).toContain('**a**');
  expect(agent(`**a** https://shop.example/?${'b'.repeat(900)}`).html).toContain('<strong>a</strong>');
});

test('task lists keep their check boxes', () => {
  const tasks = agent('- [x] paid\n- [ ] sent **today**');
  expect(tasks.text).toBe('- [x] paid\n- [ ] sent today');
  expect(tasks.html).toContain('<li>[x] paid</li><li>[ ] sent <strong>today</strong></li>');
  const loose = agent('- [x] paid\n\n- [ ] sent');
  expect(loose.text).toBe('- [x] paid\n- [ ] sent');
  expect(loose.html).toContain('[ ] sent');
});

test('the formatted part of an e-mail has a size limit', () => {
  const render = messageRenderer();
  const content = `**a** ${'b '.repeat(3_000)}`;
  const html = Array.from({ length: 20 }, () => render({ role: 'agent', content }).html);
  expect(html[0]).toContain('<strong>a</strong>');
  expect(html.at(-1)).toContain('**a**');
});
