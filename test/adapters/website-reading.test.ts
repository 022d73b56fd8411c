import { describe, expect, test } from 'vitest';
import { readWebPage } from '../../src/adapters/documents/web-page.ts';
import { fromHtml } from '../../src/adapters/documents/html.ts';
import { BICYCLES, CONTENT_PAGES } from '../support/website/content-pages.ts';
import { CONSENT, NEWSLETTER } from '../support/website/layout.ts';
import { ODD_PAGES } from '../support/website/odd-pages.ts';

const ORIGIN = 'https://www.lindgren.example';

const readHtml = (html: string, charset?: string) =>
  readWebPage(Buffer.from(html), { url: `${ORIGIN}/page`, ...(charset !== undefined && { charset }) });

function read(path: string) {
  const { body = CONTENT_PAGES.get(path) ?? '', headers } = ODD_PAGES[path] ?? {};
  const [, charset] = /charset=(.*)/.exec(headers?.['content-type'] ?? '') ?? [];
  return readWebPage(Buffer.from(body), {
    url: `${ORIGIN}${path}`,
    ...(charset !== undefined && { charset }),
  });
}

describe('landmarks, consent banners and controls are removed from a page', () => {
  const { markdown } = read('/about');
  test.each([
    'Menu /prices',
    'since 1987</p>',
    'bells and baskets',
    'small print',
    'Log out',
    CONSENT,
    'Accept all',
  ])('%s', (text) => {
    expect(markdown).not.toContain(text);
  });

  test('except content of the main part, even if every page repeats it', () => {
    expect(markdown).toContain('Astrid Lindgren opened the workshop in 1987 with two stands.');
    expect(markdown).toContain(NEWSLETTER);
  });

  test('except the contact details of the footer, which get a heading', () => {
    expect(markdown).toContain('## Contact and opening hours\n\nKungsgatan 14, 411 19 Göteborg');
    expect(markdown).toContain('+46 31 555 01 42');
  });
});

test.each([
  '<div class="breadcrumbs"><a href="/">Home</a><a href="/hire">Hire</a><span>Tents</span></div>',
  '<ol itemtype="https://schema.org/BreadcrumbList"><li><a href="/">Home</a><li>Tents</ol>',
  '<p aria-label="You are here"><a href="/">Home</a> Tents</p>',
])('a breadcrumb is removed from a page: %s', (trail) => {
  expect(readHtml(`<body>${trail}<h1>Tents</h1><p>For four.</p>`).markdown).toBe('# Tents\n\nFor four.');
});

test('an element with only “breadcrumb” in its class name is kept', () => {
  expect(readHtml('<div class="breadcrumb-page"><h1>Tents</h1></div>').markdown).toBe('# Tents');
});

test('the kinds of removed content are listed', () => {
  const html =
    '<nav>Home</nav><header>Call us</header><h1>A</h1><p>Text</p><p hidden>Old</p><img src=x><img src=y><script>1</script>';
  expect(readHtml(html).leftOut).toEqual([
    'menus',
    'headers, footers and side columns',
    'hidden parts',
    'pictures (2)',
  ]);
  expect(readHtml(`<nav>Home</nav><main><p>Text</p></main>`).leftOut).toEqual([
    'the page around its main part',
  ]);
});

describe('linked style sheets', () => {
  const textBy = (css: string, body: string) =>
    readWebPage(Buffer.from(body), { url: `${ORIGIN}/page`, styleSheets: [css] }).markdown;
  const body = '<p class="is-old">Valid for 12 months.</p><p>Good for 30 months.</p>';

  test('hide text by a class', () => {
    expect(textBy('.is-old { display: none }', body)).toBe('Good for 30 months.');
  });

  test.each([
    '@media print { .is-old { display: none } }',
    '.is-old { display: none } .open .is-old { display: block }',
    '.is-old { display: none } .is-old.active { visibility: visible }',
    '.page .is-old { display: none }',
  ])('do not hide text that another rule or medium shows: %s', (css) => {
    expect(textBy(css, body)).toContain('12 months');
  });

  test('apply before the style element of the page', () => {
    expect(textBy('.is-old{display:none}', `<style>.is-old{display:block}</style>${body}`)).toContain('12');
  });
});

test('the header of an article is part of its text', () => {
  expect(read('/blog/2024/05/how-we-choose-chains').markdown).toMatch(/^# How we choose chains/);
});

test('an accordion keeps its questions and its hidden answers', () => {
  const { markdown } = read('/faq');
  expect(markdown).toMatch(/### How long does a repair take\?\n\nMost repairs take 3 days\./);
  expect(markdown).toMatch(/Do you take old bicycles\?\n\nYes, we pay up to 80 EUR for them\./);
});

test('a page within one form is read without its controls', () => {
  const { markdown } = read('/returns');
  expect(markdown).toContain('You may return a bicycle within 30 days.');
  expect(markdown).not.toContain('Order number');
  expect(markdown).not.toContain('Send');
});

describe('JSON-LD is read as text under its own heading', () => {
  test('the questions of a FAQPage', () => {
    expect(read('/faq').markdown).toContain(
      '## Questions and answers\n\n### Do you lend a bicycle during a repair?\n\nYes, for **12 EUR** a day.',
    );
  });

  test('the opening hours and the address of a business', () => {
    const { markdown } = read('/opening-hours');
    expect(markdown).toContain('## Contact and opening hours: Lindgren Bicycles');
    expect(markdown).toContain('- Address: Kungsgatan 14, 411 19 Göteborg');
    expect(markdown).toContain('- Opening hours: Monday, Tuesday, Wednesday, Thursday, Friday 09:30–18:15');
    expect(markdown).toContain('- Opening hours: Saturday 10:00–15:45');
    expect(markdown).toContain('- Opening hours: Sunday closed');
  });

  test('in the page’s language', () => {
    const { markdown } = readHtml(
      '<html lang="de"><script type="application/ld+json">{"@type":"Bakery","openingHours":["Mo-Fr 06:30-18:00","Sa 07:00-13:00"]}</script><p>Brot</p>',
    );
    expect(markdown).toContain('## Kontakt und Öffnungszeiten');
    expect(markdown).toContain('- Öffnungszeiten: Montag-Freitag 06:30-18:00');
    expect(markdown).toContain('- Öffnungszeiten: Samstag 07:00-13:00');
  });

  test.each(BICYCLES)('the price of a Product: %s', (name, price) => {
    const { markdown } = read(`/products/${name}`);
    expect(markdown).toContain(`## Lindgren ${name}\n\n- Price: ${price} EUR\n- Availability: in stock`);
  });

  test('a price range and the offers of an AggregateOffer', () => {
    const ld = (offers: object) =>
      `<html lang="en"><p>Text</p><script type="application/ld+json">${JSON.stringify({ '@graph': [{ '@type': ['Product'], name: 'Bread', offers }] })}</script>`;
    expect(readHtml(ld({ lowPrice: 3, highPrice: '4.50', priceCurrency: 'EUR' })).markdown).toContain(
      '- Price: 3–4.50 EUR',
    );
    expect(readHtml(ld({ offers: [{ name: 'Small', price: 2, priceCurrency: 'EUR' }] })).markdown).toContain(
      '- Price (Small): 2 EUR',
    );
  });

  const withData = (body: string, data: object) =>
    readHtml(
      `<html lang="en"><main>${body}</main><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    ).markdown;

  test('a question that the page also shows is read once, and other questions are kept', () => {
    const question = (name: string, text: string) => ({ name, acceptedAnswer: { text } });
    const markdown = withData(
      '<h1>Help</h1><details><summary>Can I pay in cash?</summary><p>Yes, see our <a href="/terms">terms</a>.</p></details><p>Is there parking?</p>',
      {
        '@type': 'FAQPage',
        mainEntity: [
          question('Can I pay in cash?', '<p>Yes, see our <a href="/terms">terms</a>.</p>'),
          question('Is there parking?', 'Behind the house.'),
        ],
      },
    );
    expect(markdown.match(/pay in cash/g)).toHaveLength(1);
    expect(markdown).toContain('## Questions and answers\n\n### Is there parking?\n\nBehind the house.');
  });

  describe('opening hours', () => {
    const weekdays = { dayOfWeek: ['Monday', 'Friday'], opens: '09:00', closes: '17:30' };
    const closed = { dayOfWeek: 'Sunday', opens: '00:00', closes: '00:00' };
    const holiday = { validFrom: '2026-12-24', validThrough: '2026-12-24' };
    const business = { '@type': 'Store', openingHoursSpecification: [weekdays, closed, holiday] };

    test.each(['9 am to 5:30 pm', '9:00–17:30', '09.00 - 17.30 h'])(
      'that the page also shows are read once, except those of a date: %s',
      (times) => {
        const markdown = withData(`<p>Open Monday and Friday, ${times}, closed on Sunday.</p>`, business);
        expect(markdown.match(/Sunday/g)).toHaveLength(1);
        expect(markdown).toContain('- Opening hours: 2026-12-24 closed');
      },
    );

    test('that differ from those on the page are kept', () => {
      expect(withData('<p>Open 9–18, tents for 9 to 17 people.</p>', business)).toContain('09:00–17:30');
    });
  });

  test('the features of a place, except those that it does not have', () => {
    const amenityFeature = [
      { name: 'Free tyre pump', value: true },
      { name: 'Pool', value: 'false' },
      { name: 'Places', value: 12 },
      { name: 'Lockers' },
    ];
    expect(withData('<p>Text</p>', { '@type': 'Campground', amenityFeature })).toContain(
      '- Free tyre pump\n- Places: 12\n- Lockers',
    );
  });

  test.each([
    '{',
    '[]',
    'null',
    '{"@type":5}',
    '{"@graph":{"@graph":[[[{}]]]}}',
    '{"@type":"FAQPage","mainEntity":"x"}',
  ])('invalid JSON-LD is ignored: %s', (json) => {
    expect(readHtml(`<p>Only this.</p><script type="application/ld+json">${json}</script>`).markdown).toBe(
      'Only this.',
    );
  });

  test('markup in its values is read as text', () => {
    const ld = JSON.stringify({
      '@type': 'Product',
      name: '# [x](javascript:1)',
      offers: { price: '1', priceCurrency: '<b>EUR</b>' },
    });
    const { markdown } = readHtml(
      `<p>Text</p><script type="application/ld+json">${ld.replaceAll('<', '\\u003c')}</script>`,
    );
    expect(markdown).not.toMatch(/\]\(javascript/);
    expect(markdown).not.toMatch(/(?<!\\)<b>/);
  });
});

test('headings keep their addresses: their ids, anchors in them, and ids of sections that they begin', () => {
  const { markdown } = read('/delivery');
  expect(markdown).toContain('## Costs {#costs}');
  expect(markdown).toContain('## Abroad {#abroad}');
  expect(readHtml('<h2><a name="old-way"></a>Old way</h2><p>Text</p>').markdown).toContain(
    '## Old way {#old-way}',
  );
});

test('links are resolved against the base of the page', () => {
  expect(read('/delivery').markdown).toContain(`[how to return](${ORIGIN}/returns)`);
  const { links, markdown } = readHtml(
    '<base href="/shop/"><p><a href="a">A</a> <a href="#b">B</a> <a href="mailto:x@y.example">C</a></p>',
  );
  expect(links).toEqual([`${ORIGIN}/shop/a`]);
  expect(markdown).toContain(`[A](${ORIGIN}/shop/a)`);
});

describe('the reason why a page has no text', () => {
  test.each([
    ['/configurator', 'needs-script'],
    ['/account', 'sign-in'],
    ['/empty', 'empty'],
  ])('%s: %s', (path, outcome) => {
    expect(read(path).outcome).toBe(outcome);
  });

  test('a page with text and a sign-in form is read', () => {
    const text = 'A shop says much on its start page. '.repeat(20);
    expect(readHtml(`<p>${text}</p><form><input type="password"></form>`).outcome).toBe('text');
  });

  test('a short page with scripts is read', () => {
    expect(readHtml('<p>Closed on Mondays.</p><script src="/counter.js"></script>').outcome).toBe('text');
  });
});

describe('encodings', () => {
  test('Windows-1252, as the page states it', () => {
    const { markdown } = read('/kontakt');
    expect(markdown).toContain('Schöne Grüße aus Göteborg, Termine kosten 15 €.');
  });

  test('Shift_JIS, as the header states it', () => {
    expect(read('/ja/')).toMatchObject({ title: 'カタカナ', markdown: '価格は3,200円です' });
  });
});

describe('the metadata of a page', () => {
  test('its date comes from its head, its text, or the time of its article', () => {
    expect(read('/prices').pageDate).toBe('2024-03-04');
    expect(read('/blog/2024/05/how-we-choose-chains').pageDate).toBe('2024-05-01');
    expect(
      readHtml('<meta property="article:modified_time" content="2025-01-09T10:00:00Z"><p>x</p>').pageDate,
    ).toBe('2025-01-09');
    expect(read('/about').pageDate).toBeUndefined();
  });

  test('it can forbid to index it and to follow its links', () => {
    expect(read('/hidden')).toMatchObject({ noindex: true, nofollow: false });
    expect(readHtml('<meta name="ROBOTS" content="NONE"><p>x</p>')).toMatchObject({
      noindex: true,
      nofollow: true,
    });
    expect(readHtml('<meta name="googlebot" content="noindex"><p>x</p>').noindex).toBe(false);
    expect(readHtml('<meta name="chatwidgetservice" content="noindex"><p>x</p>').noindex).toBe(true);
  });

  test('it names its canonical address, its other languages and its redirect', () => {
    expect(read('/print/delivery').canonical).toBe(`${ORIGIN}/delivery`);
    expect(read('/').alternates).toEqual([
      { language: 'en', url: `${ORIGIN}/` },
      { language: 'de', url: `${ORIGIN}/de/` },
      { language: 'x-default', url: `${ORIGIN}/` },
    ]);
    expect(read('/moved').refresh).toBe(`${ORIGIN}/about`);
    expect(readHtml('<meta http-equiv="refresh" content="300"><p>x</p>').refresh).toBeUndefined();
  });
});

test('an upload that states its address links to it', () => {
  const { markdown } = fromHtml(
    Buffer.from(
      '<html><head><title>Hours</title><link rel="canonical" href="https://shop.example/hours"></head><body><p>9 to 5</p></body></html>',
    ),
    'hours.html',
  );
  expect(markdown).toMatch(
    /^---\ntitle: Hours\nsource: hours\.html\nurl: https:\/\/shop\.example\/hours\n---\n/,
  );
});

test('an upload saved by a browser links to the address it was saved from', () => {
  const page =
    '<!doctype html>\n<!-- saved from url=(0027)https://shop.example/returns -->\n<html><body><h2 id="fee">Fee</h2><p>5 EUR</p></body></html>';
  const { markdown } = fromHtml(Buffer.from(page), 'returns.html');
  expect(markdown).toContain('url: https://shop.example/returns\n');
  expect(markdown).toContain('## Fee {#fee}');
});

test('an upload without an address has no address, and neither have its headings', () => {
  const { markdown } = fromHtml(
    Buffer.from('<link rel="canonical" href="/hours"><h2 id="a">Hours</h2><p>9 to 5</p>'),
    'hours.html',
  );
  expect(markdown).not.toContain('url:');
  expect(markdown).toContain('## Hours\n');
});
