import { describe, expect, onTestFinished, test } from 'vitest';
import type { FindOptions, FoundPage, KnownPage, WebsiteChoices } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { refusal } from '../support/refusal.ts';
import {
  localWebsites,
  pageWith,
  sitemapOf,
  startSmallSite,
  type SiteAnswer,
} from '../support/website/small-site.ts';

const CHOICES: WebsiteChoices = { allowHttp: false, subdomains: false, files: false };
const { signal } = new AbortController();

/** A website with a reader. */
async function siteOf(answer: SiteAnswer) {
  const clock = passingClock();
  const site = await startSmallSite(answer, clock);
  onTestFinished(site.close);
  const open = (choices: Partial<WebsiteChoices> = {}) =>
    localWebsites(clock).open(site.origin, { ...CHOICES, ...choices }, signal);
  async function find(options: Partial<FindOptions> = {}, choices: Partial<WebsiteChoices> = {}) {
    const website = await open(choices);
    const pages = new Map<string, FoundPage>();
    const texts = new Map<string, KnownPage>();
    for await (const found of website.find({ limit: 1_000, signal, ...options })) {
      pages.set(found.url.slice(site.origin.length), found);
      const { reading } = found;
      if (reading?.kind === 'page') texts.set(found.url, known(clock.now()));
      else if (reading?.kind === 'left-out') texts.delete(found.url);
    }
    return { pages, texts, website };
  }
  return { site, clock, open, find };
}

const known = (requestedAtMs: number): KnownPage => ({ requestedAtMs, hasText: true, isRequested: false });
const paths = (texts: ReadonlyMap<string, unknown>) =>
  Array.from(texts.keys(), (url) => `${new URL(url).pathname}${new URL(url).search}`);

describe('addresses that are left out do not count toward the page limit', () => {
  test.each([
    ['days of a calendar', (number: number) => `/?day=${number}`, 'too-many-alike', '/?day=…'],
    [
      'filters of a shop',
      (number: number) => `/bikes?color=c${number}&size=1`,
      'too-many-alike',
      '/bikes?color=…&size=…',
    ],
    ['PDF files while files are off', (number: number) => `/files/${number}.pdf`, 'file', '/files/….pdf'],
    ['disallowed pages', (number: number) => `/internal/${number}`, 'robots', '/internal/…'],
  ])('%s', async (_name, pathOf, reason, pattern) => {
    const links = Array.from({ length: 1_050 }, (_, number) => pathOf(number));
    const { find } = await siteOf((path) => {
      if (path === '/robots.txt') return 'User-agent: *\nDisallow: /internal/';
      if (path === '/') return pageWith('Start', [...links, '/prices']);
      return path.includes('xml') ? undefined : pageWith(path);
    });
    const { pages, website } = await find();
    expect(pages.get('/prices')?.reading).toMatchObject({ kind: 'page' });
    const groups = await website.leftOutAddresses().groups();
    expect(groups).toEqual([expect.objectContaining({ reason, pattern })]);
    expect(groups[0]?.pages).toBeGreaterThan(1_030);
    expect(website.offers().overLimit).toBe(0);
  });
});

test('a known address without text that is left out is counted, and is no longer stored', async () => {
  const { find, site } = await siteOf((path) => (path === '/' ? pageWith('Start', ['/a.pdf']) : undefined));
  const file = { requestedAtMs: 0, hasText: false, isRequested: false };
  const { pages, website } = await find({ known: new Map([[`${site.origin}/a.pdf`, file]]) });
  expect(pages.get('/a.pdf')).toMatchObject({ isCounted: true, reading: { reason: 'file' } });
  expect(await website.leftOutAddresses().groups()).toMatchObject([{ reason: 'file', pages: 1 }]);
});

test('a listed page over the page limit is counted, and is no longer stored', async () => {
  const numbers = Array.from({ length: 5 }, (_, number) => `/${number}`);
  const { find, site } = await siteOf((path) => pageWith(path, path === '/' ? numbers : []));
  const listed = { requestedAtMs: 0, hasText: false, isRequested: false };
  const { pages, website } = await find({ limit: 3, known: new Map([[`${site.origin}/4`, listed]]) });
  expect(pages.get('/4')).toMatchObject({ isCounted: true, reading: { reason: 'over-limit' } });
  expect(await website.leftOutAddresses().groups()).toMatchObject([{ reason: 'over-limit', pages: 3 }]);
});

test('a sitemap that redirects is read at its new address', async () => {
  const { find, site } = await siteOf((path) => {
    if (path === '/sitemap.xml') return { status: 301, headers: { location: '/map.xml' } };
    if (path === '/map.xml') return sitemapOf(site.origin, [['/listed']]);
    return path === '/robots.txt' ? undefined : pageWith(path);
  });
  expect(paths((await find()).texts)).toEqual(['/', '/listed']);
});

test('pages that all name the start page as their canonical address are read', async () => {
  const { find } = await siteOf((path) => {
    if (/xml|txt/.test(path)) return undefined;
    const page = pageWith(
      /^\/(?:$|\?)/.test(path) ? 'Start' : path,
      path === '/' ? ['/one', '/two', '/?from=mail'] : [],
    );
    return page.replace('</head>', '<link rel="canonical" href="/"></head>');
  });
  const { texts, pages } = await find();
  expect(paths(texts).toSorted()).toEqual(['/', '/one', '/two']);
  expect(pages.get('/?from=mail')?.reading).toMatchObject({ reason: 'duplicate' });
});

const MEGABYTE = 1024 * 1024;
test.each([
  ['a page', 'text/html', 4, 'read'],
  ['a page', 'text/html', 6, 'too-large'],
  ['a file', 'application/pdf', 6, 'read'],
  ['a file', 'application/pdf', 11, 'too-large'],
])('%s (%s) of %i MB: %s', async (_kind, type, megabytes, outcome) => {
  const { find } = await siteOf((path) => {
    if (path === '/') return pageWith('Start', ['/large']);
    if (path !== '/large') return undefined;
    return { headers: { 'content-type': type }, body: `<p>Bells.</p>${' '.repeat(megabytes * MEGABYTE)}` };
  });
  const reading = (await find({}, { files: true })).pages.get('/large')?.reading;
  expect(reading?.kind === 'left-out' ? reading.reason : 'read').toBe(outcome);
});

test('a page address that returns a file is not read while files are off', async () => {
  const { find } = await siteOf((path) => {
    if (path === '/price-list') return '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n';
    return path === '/' ? pageWith('Start', ['/price-list']) : undefined;
  });
  const { pages } = await find();
  expect(pages.get('/price-list')?.reading).toMatchObject({ kind: 'left-out', reason: 'file' });
});

test.each([
  ['text/css', false],
  ['text/html', true],
])('a style sheet hides text only if its content type is CSS: %s', async (type, isShown) => {
  const { find } = await siteOf((path) => {
    if (path === '/a.css') return { headers: { 'content-type': type }, body: '.gone { display: none }' };
    if (path !== '/') return undefined;
    const page = pageWith('Start').replace('</head>', '<link rel="stylesheet" href="/a.css"></head>');
    return page.replace('</main>', '<p class="gone">Hidden</p></main>');
  });
  const { pages } = await find();
  const reading = pages.get('/')?.reading;
  expect(reading).toMatchObject({ kind: 'page' });
  expect(JSON.stringify(reading).includes('Hidden')).toBe(isShown);
});

test('a page linked by other pages is read before the last product of a long sitemap, and the rest is counted', async () => {
  const products = Array.from({ length: 300 }, (_, number) => [`/products/boat-${number}`] as const);
  const { find, site } = await siteOf((path) => {
    if (path === '/robots.txt') return undefined;
    if (path === '/sitemap.xml') return sitemapOf(site.origin, [...products, ['/pages/shipping']]);
    return pageWith(path, path === '/' ? ['/about'] : ['/returns', '/about']);
  });
  const { texts, website } = await find({ limit: 100 });
  expect(texts.size).toBe(100);
  expect(paths(texts)).toEqual(expect.arrayContaining(['/', '/about', '/returns', '/pages/shipping']));
  expect(website.offers().overLimit).toBe(304 - 100);
  expect(await website.leftOutAddresses().groups()).toMatchObject([
    { reason: 'over-limit', pattern: '/products/…', pages: 204 },
  ]);
});

test('links of the start page and of each sitemap are listed before the next sitemap is requested', async () => {
  const { site, open } = await siteOf((path) => {
    const sitemaps = ['one', 'two'].map((name) => `Sitemap: ${site.origin}/${name}.xml`);
    if (path === '/robots.txt') return sitemaps.join('\n');
    if (path.endsWith('.xml')) return sitemapOf(site.origin, [[`/of${path.slice(0, -4)}`]]);
    return pageWith(path, path === '/' ? ['/about'] : []);
  });
  const website = await open();
  const requestedAtListing: Record<string, string[]> = {};
  for await (const { url } of website.find({ limit: 100, signal })) {
    const path = url.slice(site.origin.length);
    requestedAtListing[path] ??= site.requests.filter((asked) => asked.endsWith('.xml'));
  }
  expect(requestedAtListing).toMatchObject({
    '/about': [],
    '/of/one': ['/one.xml'],
    '/of/two': ['/one.xml', '/two.xml'],
  });
});

test('the validators of a page are not compared with those of its redirect target', async () => {
  const { find, site } = await siteOf((path) => {
    if (path === '/a') return { status: 302, headers: { location: '/b' } };
    if (path === '/b') return { headers: { etag: '"1"' }, body: pageWith('B') };
    return path === '/' ? pageWith('Start', ['/a']) : undefined;
  });
  const before = { ...known(0), etag: '"1"' };
  const { pages } = await find({ known: new Map([[`${site.origin}/a`, before]]) });
  expect(pages.get('/a')?.reading).toMatchObject({ kind: 'left-out', reason: 'duplicate' });
});

describe('pages of a calendar', () => {
  const daysFrom = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => `/events?day=${first + at}`);

  test('are left out and counted once, even if many pages link them', async () => {
    const linking = Array.from({ length: 10 }, (_, at) => `/${at}`);
    const { find } = await siteOf((path) => {
      if (path === '/') return pageWith('Start', linking);
      return pageWith(path, linking.includes(path) ? daysFrom(1, 15) : []);
    });
    const { texts, website } = await find();
    expect(paths(texts)).toEqual(['/', ...linking, ...daysFrom(1, 12)]);
    expect(await website.leftOutAddresses().groups()).toMatchObject([{ reason: 'too-many-alike', pages: 3 }]);
  });

  test('that an earlier step listed are read before pages that are linked later', async () => {
    const { find, site } = await siteOf((path) => pageWith(path, path === '/' ? daysFrom(7, 30) : []));
    const listed = { requestedAtMs: 0, hasText: false, isRequested: false, isListed: true };
    const { texts } = await find({
      known: new Map(daysFrom(1, 12).map((path) => [`${site.origin}${path}`, listed])),
    });
    expect(paths(texts)).toEqual(['/', ...daysFrom(1, 12)]);
  });
});

test('the same pages of an endless calendar are chosen in each crawl', async () => {
  const days = (first: number) => Array.from({ length: 30 }, (_, day) => `/?day=${first + day}`);
  let first = 1;
  const { find } = await siteOf((path) => (path.includes('xml') ? undefined : pageWith(path, days(first))));
  const once = await find();
  const again = await find({ known: once.texts });
  expect(paths(again.texts).sort()).toEqual(paths(once.texts).sort());
  // Later the site links other days; those that are past give way to them.
  first = 20;
  const { texts, pages } = await find({ known: once.texts });
  expect(paths(texts)).toContain('/?day=25');
  expect(pages.get('/?day=5')?.reading).toMatchObject({ reason: 'too-many-alike' });
});

test('known pages stay chosen on a website over the page limit', async () => {
  const links = Array.from({ length: 60 }, (_, number) => `/a/${number}`);
  const { find } = await siteOf((path) =>
    path.includes('xml') ? undefined : pageWith(path, path === '/' ? links : []),
  );
  const once = await find({ limit: 20 });
  const again = await find({ limit: 20, known: once.texts });
  expect(paths(again.texts).sort()).toEqual(paths(once.texts).sort());
  expect(again.website.offers().overLimit).toBe(41);
});

test('two pages with the text "Page not found" and status 200 are left out as missing', async () => {
  const { find } = await siteOf((path) => {
    if (path === '/') return pageWith('Start', ['/shop/a', '/shop/b', '/shop/c']);
    return path === '/shop/c' ? pageWith('Bells') : pageWith('Page not found', [], 'Oops!');
  });
  const { pages } = await find();
  expect(['/shop/a', '/shop/b', '/shop/c'].map((path) => pages.get(path)?.reading)).toMatchObject([
    { reason: 'soft-404' },
    { reason: 'soft-404' },
    { kind: 'page' },
  ]);
});

describe('a redirect of the start page to another site', () => {
  test('is refused if the website was read before, and the other site is not requested', async () => {
    const other = await siteOf((path) => pageWith(path));
    const elsewhere = other.site.origin.replace('127.0.0.1', 'localhost');
    const { open, site } = await siteOf((path) =>
      path === '/' ? { status: 302, headers: { location: `${elsewhere}/parked` } } : undefined,
    );
    expect((await open()).startUrl).toBe(`${elsewhere}/parked`);
    other.site.requests.length = 0;
    const opening = open({ startUrl: `${site.origin}/` });
    await expect(opening).rejects.toMatchObject({
      details: { reason: 'redirected-away', movedTo: `${elsewhere}/parked` },
    });
    expect(other.site.requests).toEqual([]);
  });

  test('is followed within the site', async () => {
    const { open, site } = await siteOf((path) =>
      path === '/' ? { status: 302, headers: { location: '/en/' } } : pageWith(path),
    );
    expect((await open({ startUrl: `${site.origin}/` })).startUrl).toBe(`${site.origin}/en/`);
  });
});

describe('the request rate', () => {
  test('for fast pages is unchanged after a page that times out', async () => {
    const times: number[] = [];
    const links = Array.from({ length: 20 }, (_, number) => `/${number}`);
    const { find, clock } = await siteOf((path) => {
      times.push(clock.now());
      if (path.includes('xml')) return undefined;
      return path === '/5' ? { waitMs: Infinity } : { body: pageWith(path, links), waitMs: 100 };
    });
    await find();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.filter((gap) => gap > 1_000)).toHaveLength(1);
  });

  test('for a fast website allows forty pages in half a minute', async () => {
    const links = Array.from({ length: 39 }, (_, number) => `/${number}`);
    const { find, clock } = await siteOf((path) => ({ body: pageWith(path, links), waitMs: 250 }));
    const startedAt = clock.now();
    expect((await find()).texts.size).toBe(40);
    expect(clock.now() - startedAt).toBeLessThan(30_000);
  });
});

test('a refused start page is reported with the wait that the website asks for', async () => {
  const { open } = await siteOf((path) =>
    path === '/' ? { status: 503, headers: { 'retry-after': '7200' } } : undefined,
  );
  await expect(open()).rejects.toMatchObject({
    details: { reason: 'server-error', retryAfterSeconds: 7_200 },
  });
  expect(await refusal(open())).toBe('website-refused');
});

describe('a file of an unknown type', () => {
  const program = Buffer.alloc(8_000_000, 7);
  program.write('MZ');
  const answer: SiteAnswer = (path) => {
    if (path === '/') return pageWith('Start', ['/get?id=7', '/form']);
    const headers = { 'content-type': 'application/octet-stream' };
    if (path === '/get?id=7') return { headers, body: program };
    return path === '/form' ? { headers, body: Buffer.from('%PDF-1.4 damaged') } : undefined;
  };

  test('is left out as neither page nor document if its first bytes say so', async () => {
    const { find } = await siteOf(answer);
    const { pages } = await find({}, { files: true });
    expect(pages.get('/get?id=7')?.reading).toMatchObject({ reason: 'wrong-type' });
    expect(pages.get('/form')?.reading).toMatchObject({ reason: 'unreadable' });
  });

  test('is not read while files are off', async () => {
    const { find } = await siteOf(answer);
    const { pages } = await find();
    expect(pages.get('/form')?.reading).toMatchObject({ reason: 'wrong-type' });
  });
});
