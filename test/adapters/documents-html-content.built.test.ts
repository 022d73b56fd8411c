import { describe, expect, test } from 'vitest';
import { pageContent, parsePage } from '../../src/adapters/documents/html.ts';
import { pageText } from './support/page-text.ts';

describe('content that visitors can expand is read below the control that expands it', () => {
  test.each([
    [
      'the button of an accordion in a heading',
      '<main><h1>Help</h1><h3><button aria-expanded="false" aria-controls="a">When do you open?</button></h3><div id="a" hidden><p>At eight.</p></div></main>',
      '# Help\n\n### When do you open?\n\nAt eight.',
    ],
    [
      'a button without a heading',
      '<main><h1>Help</h1><h2>Hours</h2><button aria-expanded="false" aria-controls="a">When do you open?</button><div id="a" style="display:none"><p>At eight.</p></div></main>',
      '# Help\n\n## Hours\n\n### When do you open?\n\nAt eight.',
    ],
    [
      'a button below a heading of the last level',
      '<main><h6>Hours</h6><button aria-expanded="false" aria-controls="a">On Sundays</button><div id="a" hidden><p>At ten.</p></div></main>',
      '###### Hours\n\n###### On Sundays\n\nAt ten.',
    ],
    [
      'a button in front of a part that a style sheet hides',
      '<style>.panel{padding:0;display:none}</style><main><button class="accordion">When do you open?</button><div class="panel"><p>At eight.</p></div></main>',
      '# When do you open?\n\nAt eight.',
    ],
    [
      'hidden="until-found"',
      '<main><h2>Hours</h2><div hidden="until-found">At eight.</div></main>',
      '## Hours\n\nAt eight.',
    ],
    [
      'details',
      '<main><h1>Help</h1><details><summary>When do you open?</summary><p>At eight.</p></details></main>',
      '# Help\n\n## When do you open?\n\nAt eight.',
    ],
    [
      'a heading in a summary',
      '<main><details><summary><h4>When do you open?</h4></summary>At eight.</details></main>',
      '#### When do you open?\n\nAt eight.',
    ],
    [
      'tabs',
      '<main><h2>Postage</h2><div role="tablist"><button role="tab" id="t1" aria-controls="p1">Austria</button><button role="tab" id="t2" aria-controls="p2">Spain</button></div><div role="tabpanel" id="p1" aria-labelledby="t1">Four euros.</div><div role="tabpanel" id="p2" aria-labelledby="t2" hidden>Nine euros.</div></main>',
      '## Postage\n\n### Austria\n\nFour euros.\n\n### Spain\n\nNine euros.',
    ],
    [
      'a collapsing part of Bootstrap',
      '<main><h2><button data-bs-toggle="collapse" data-bs-target="#c" aria-expanded="false">Weight</button></h2><div id="c" class="collapse" aria-hidden="true">Five kilograms.</div></main>',
      '## Weight\n\nFive kilograms.',
    ],
    [
      'an item of a list',
      '<main><ul><li><button aria-expanded="false" aria-controls="a">Weight</button><div id="a" hidden>Five kilograms.</div></li></ul></main>',
      '- **Weight**\n\n  Five kilograms.',
    ],
    [
      'a dialog that a button opens',
      '<main><p>Sizes</p><button commandfor="d" command="show-modal">Table of sizes</button><dialog id="d">Small is 36.</dialog></main>',
      'Sizes\n\n# Table of sizes\n\nSmall is 36.',
    ],
  ])('%s', (_what, body, read) => {
    expect(pageText(body)).toBe(read);
  });
});

test.each([
  ['an attribute', '<p hidden>secret</p>'],
  ['a style', '<p style="display: none">secret</p>'],
  ['a style sheet', '<style>.x{display:none}</style><p class="x">secret</p>'],
  ['a style sheet, by id', '<style>p#x , b { color: red; visibility:hidden }</style><p id="x">secret</p>'],
  ['a popover', '<div popover id="x">secret</div>'],
  ['a dialog', '<dialog>secret</dialog>'],
  [
    'the message of a form that was sent',
    '<form><button type="submit">Send</button><p hidden>secret</p></form>',
  ],
])('permanently hidden content is not read: by %s', (_how, body) => {
  expect(pageText(`<main><p>Open.</p>${body}</main>`)).toBe('Open.');
});

test('content is read if only a print rule or an overridden rule hides it', () => {
  const style = '<style>@media print{.a{display:none}} .b{display:none} .b{display:block}</style>';
  expect(pageText(`${style}<main><p class="a">One.</p><p class="b">Two.</p></main>`)).toBe('One.\n\nTwo.');
});

test('a print rule is recognized after a brace too many', () => {
  const style = '<style>.b{color:red}} @media print{.a{display:none}}</style>';
  expect(pageText(`${style}<main><p class="a">One.</p></main>`)).toBe('One.');
});

describe('the text of a page is that of its main part', () => {
  test.each([
    [
      'a page in one form',
      '<form action="./x.aspx"><input type="hidden" name="__VIEWSTATE" value="9"><h1>Returns</h1><p>Within a month.</p><label for="n">Your name</label><input id="n"><select><option>One</option></select><textarea>x</textarea><input type="submit" value="Go"></form>',
    ],
    [
      'main with an article in it',
      '<aside>News</aside><main><article><h1>Returns</h1><p>Within a month.</p></article></main>',
    ],
    ['main by its role', '<div>News</div><div role="main"><h1>Returns</h1><p>Within a month.</p></div>'],
    [
      'no main, but roles',
      '<div role="navigation">Home</div><h1>Returns</h1><p>Within a month.</p><div role="contentinfo">Imprint</div>',
    ],
    [
      'no main, but landmarks',
      '<nav>Home</nav><h1>Returns</h1><p>Within a month.</p><footer>Imprint</footer>',
    ],
  ])('%s', (_what, body) => {
    expect(pageText(body)).toBe('# Returns\n\nWithin a month.');
  });
});

test('labels of choices and the captions of tables and pictures are text', () => {
  const body =
    '<main><label><input type="radio" name="s"> Small, 10 EUR</label><figure><img src="x"><figcaption>Our shop</figcaption></figure><table><caption>Postage</caption><tr><th>kg<th>EUR<tr><td>5<td>9</table></main>';
  expect(pageText(body)).toBe('Small, 10 EUR\n\nOur shop\n\nPostage\n\n| kg | EUR |\n| - | - |\n| 5 | 9 |');
});

test.each([
  ['named', '<div class="cookie-banner"><p>We bake no cookies.</p></div>'],
  ['of a consent tool', '<div id="CybotCookiebotDialog"><p>Choose.</p></div>'],
  ['a dialog', '<div role="dialog" aria-label="Cookies"><p>Choose.</p></div>'],
  [
    'without a name',
    '<div><p>This site sets cookies.</p><button>Accept all</button><button>Settings</button></div>',
  ],
])('a consent banner in the main part is not read: %s', (_what, banner) => {
  expect(pageText(`<main><h1>Biscuits</h1>${banner}<p class="cookies">Cookies cost 2 EUR.</p></main>`)).toBe(
    '# Biscuits\n\nCookies cost 2 EUR.',
  );
});

test('the header, footer and side columns of a website are not read, but its headline is', () => {
  const body =
    '<header><h1>Returns</h1><p>Call us</p></header><section><header>Lead</header><p>Within a month.</p><aside>News</aside></section><footer>Imprint</footer>';
  expect(pageText(body, { isWebsite: true })).toBe('# Returns\n\nLead\n\nWithin a month.');
});

test('links are resolved against the address of the page, and headings keep their ids', () => {
  const body =
    '<main><h2 id="costs">Costs</h2><p><a href="/a?b=1">All</a>, <a href="#x">part</a>, <a href="javascript:x()">no</a></p></main>';
  expect(pageText(body, { address: 'https://shop.example/help/', headingIds: true })).toBe(
    '## Costs {#costs}\n\n[All](https://shop.example/a?b=1), part, no',
  );
  expect(pageText(body)).toBe('## Costs\n\nAll, part, no');
});

test('a page without a title is titled by its first heading', () => {
  expect(pageContent(parsePage(Buffer.from('<h1>Opening\n hours</h1>'))).title).toBe('Opening hours');
  expect(pageContent(parsePage(Buffer.from('<p>Text</p>')))).toMatchObject({ title: '', markdown: 'Text\n' });
});

describe('list items have the numbers that visitors see', () => {
  test.each([
    ['letters', '<ol type="a"><li>Red<li>Blue</ol>', '- a. Red\n- b. Blue'],
    ['Roman numbers', '<ol type="I" start="3"><li><p>Red</p><li>Blue</ol>', '- III. Red\n\n- IV. Blue'],
    ['a start', '<ol start="4"><li>Red<li>Blue</ol>', '4. Red\n5. Blue'],
    ['values', '<ol><li>Red<li value="7">Blue<li>Grey</ol>', '1. Red\n\n7) Blue\n8) Grey'],
    ['backwards', '<ol reversed><li>Red<li>Blue</ol>', '2. Red\n\n1) Blue'],
    ['a list within', '<ol><li>Red<ol type="A"><li>Dark</ol></ol>', '1. Red\n   - A. Dark'],
    ['a list as the only content of an item', '<ul><li><ol start=2><li>Red</ol></ul>', '2. Red'],
    ['an invalid start', '<ol start="x"><li>Red</ol>', '1. Red'],
  ])('%s', (_what, html, text) => {
    expect(pageText(`<main>${html}</main>`)).toBe(text);
  });
});

describe('icons with a meaning are read', () => {
  const row = (...cells: string[]) =>
    pageText(
      `<main><table><tr><th>Plan<th>Basic<th>Pro<tr><td>Support${cells.map((one) => `<td>${one}`).join('')}</table></main>`,
    ).split('\n')[2];
  test.each([
    ['pictures', '<img src=a alt="missing">', '<img src=b alt="included">', 'missing', 'included'],
    [
      'drawings',
      '<svg aria-label="missing"></svg>',
      '<svg><title>included</title></svg>',
      'missing',
      'included',
    ],
    ['icons', '<i title="missing"></i>', '<span><i aria-label="included"></i></span>', 'missing', 'included'],
    [
      'only the text next to a picture',
      '<img src=a alt="photo"> by phone',
      '<img src=a alt="x" hidden>',
      'by phone',
      '',
    ],
  ])('%s in the cells of a table', (_what, one, other, first, second) => {
    expect(row(one, other)).toBe(`| Support | ${first} |${second === '' ? '' : ` ${second}`} |`);
  });

  test('checked and unchecked boxes are read, but not boxes that visitors can check', () => {
    const html =
      '<ul><li><input type=checkbox checked> Battery<li><input type=checkbox> Cable</ul><form><p><input type=checkbox> I agree</p></form>';
    expect(pageText(`<main>${html}</main>`)).toBe('- ☑ Battery\n- ☐ Cable\n\nI agree');
  });
});

test.each([
  '<div class="fold-title">When?</div><div class="fold-body" style="display:none"><p>At eight.</p></div>',
  '<style>.faq__answer{display:none}</style><p class="faq__question open">When?</p><div class="faq__answer"><p>At eight.</p></div>',
])('a title before its part is a heading: %s', (html) => {
  expect(pageText(`<main><h1>Help</h1>${html}</main>`)).toBe('# Help\n\n## When?\n\nAt eight.');
});

test('elements followed by an unrelated element are not read as titles', () => {
  const html = '<div class="box-title">One</div><div class="fold-body">Two</div>';
  expect(pageText(`<main>${html}</main>`)).toBe('One\n\nTwo');
});

test('the text for browsers without scripts is read, unless it asks to enable scripts', () => {
  const html =
    '<noscript><p>Open daily.</p><img src="a"></noscript><noscript>Please enable JavaScript.</noscript><p>Closed in May.</p>';
  expect(pageText(`<main>${html}</main>`)).toBe('Open daily.\n\nClosed in May.');
});
