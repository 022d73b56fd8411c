import { beforeAll, describe, expect, it } from 'vitest';
import type { FoundPage, PageText, SiteOffers, WebsiteChoices, Websites } from '../../src/ports.ts';
import type { LeftOutGroup } from '../../src/websites/rules/left-out-groups.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { refusal } from '../support/refusal.ts';
import type { TestWebsite } from '../support/website/test-website.ts';
import { readOne } from '../support/website/read-one.ts';

interface WebsitesSetup {
  websites: Websites;
  /** The website of `test/support/website`, which `websites` can reach. */
  site: TestWebsite;
  close(): Promise<void>;
}

const CHOICES: WebsiteChoices = { allowHttp: false, subdomains: false, files: true };
const { signal } = new AbortController();

/** The contract of every reader of websites, with the website of a bicycle shop. */
export function websitesContract(name: string, open: () => Promise<WebsitesSetup>): void {
  describe(`${name}, as a reader of websites`, () => {
    const setup = sharedFixture(open);
    const found = new Map<string, FoundPage>();
    const steps: FoundPage[] = [];
    let offers: SiteOffers;
    let leftOut: readonly LeftOutGroup[];

    beforeAll(async () => {
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      for await (const page of website.find({ limit: 200, signal })) {
        steps.push(page);
        found.set(page.url.replace(setup.site.origin, ''), page);
      }
      offers = website.offers();
      leftOut = await website.leftOutAddresses().groups();
    });

    const reading = (path: string) => found.get(path)?.reading;
    const textOf = (path: string): PageText => {
      const page = reading(path);
      if (page?.kind === 'page') return page;
      throw new Error(`${path} was not read: ${JSON.stringify(page ?? found.has(path))}`);
    };

    it('reads the start page, and then lists its links and the pages of the sitemaps with their dates', () => {
      const listed = steps.slice(0, steps.findIndex(({ url }) => url.endsWith('/about')) + 30);
      expect(listed[0]?.url).toBe(`${setup.site.origin}/`);
      const paths = listed.map(({ url }) => url.replace(setup.site.origin, ''));
      expect(paths).toEqual(expect.arrayContaining(['/about', '/products/city', '/prices']));
      expect(listed.find(({ url }) => url.endsWith('/products/city'))).toEqual({
        url: `${setup.site.origin}/products/city`,
        changedAt: '2026-11-02',
      });
    });

    it('follows links breadth first, before the pages that only the sitemap lists', () => {
      const read = steps.filter((step) => step.reading !== undefined).map(({ url }) => url);
      const order = ['/', '/about', '/blog', '/products/city', '/blog/2024/05/how-we-choose-chains'];
      const places = order.map((path) => read.indexOf(`${setup.site.origin}${path}`));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
    });

    it.each([
      ...['/', '/de/', '/about', '/opening-hours', '/faq', '/delivery', '/returns', '/prices', '/products/'],
      ...['/products/cargo', '/blog', '/blog?page=2', '/blog?page=3', '/blog/2024/05/how-we-choose-children'],
      ...['/news/first', '/kontakt', '/ja/', '/files/price-list.pdf', '/files/warranty.docx', '/busy'],
      '/hidden-by-header',
    ])('reads %s', (path) => {
      expect(textOf(path).words).toBeGreaterThan(2);
    });

    it.each([
      ['/hidden', 'noindex'],
      ['/gone', 'not-found'],
      ['/vanished-1', 'soft-404'],
      ['/vanished-3', 'soft-404'],
      ['/empty', 'empty'],
      ['/configurator', 'needs-script'],
      ['/account', 'sign-in'],
      ['/members', 'sign-in'],
      ['/huge', 'too-large'],
      ['/bomb', 'too-large'],
      ['/slow', 'too-slow'],
      ['/away', 'redirected-away'],
      ['/inside', 'redirected-away'],
      ['/loop-a', 'redirect-loop'],
      ['/chain-1', 'redirect-loop'],
      ['/picture', 'wrong-type'],
      ['/forbidden', 'refused'],
      ['/error', 'server-error'],
      ['/cut', 'unreachable'],
    ])('leaves out %s: %s', (path, reason) => {
      expect(reading(path)).toMatchObject({ kind: 'left-out', reason });
    });

    it.each([
      ['/old-delivery', '/delivery'],
      ['/moved', '/about'],
      ['/print/delivery', '/delivery'],
      ['/products/city?color=red', '/products/city'],
    ])('leaves out %s as a duplicate of %s', (path, insteadOf) => {
      expect(reading(path)).toEqual({
        kind: 'left-out',
        reason: 'duplicate',
        insteadOf: `${setup.site.origin}${insteadOf}`,
      });
    });

    it('reads a page once for all its fragments, session and tracking parameters', () => {
      const paths = [...found.keys()];
      expect(paths.filter((path) => path.startsWith('/delivery'))).toEqual(['/delivery']);
      expect(paths.filter((path) => /gclid|utm_|PHPSESSID|#/.test(path))).toEqual([]);
    });

    it('limits the pages of endless calendars and filters', () => {
      const read = (start: string) =>
        [...found].filter(([path, page]) => path.startsWith(start) && page.reading?.kind === 'page');
      expect(read('/calendar/')).toHaveLength(12);
      expect(read('/shop').length).toBeLessThan(10);
      expect(
        leftOut.filter(({ reason }) => reason === 'too-many-alike').map(({ pattern }) => pattern),
      ).toEqual(expect.arrayContaining(['/shop?color=…&size=…']));
    });

    it('groups the addresses that it leaves out without a request by pattern', () => {
      expect(leftOut.find(({ reason }) => reason === 'robots')).toEqual({
        reason: 'robots',
        pattern: '/internal/…',
        pages: 1,
        examples: [`${setup.site.origin}/internal/plans`],
      });
    });

    it('never requests log-out links, other hosts or nofollow links, and uses only GET', () => {
      const paths = setup.site.seen.map(({ path }) => path);
      expect(paths).not.toContain('/logout');
      expect(paths).not.toContain('/not-followed');
      expect(paths).not.toContain('/internal/plans');
      expect(new Set(setup.site.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
    });

    it('offers the languages and the files that it found', () => {
      expect(offers.languages).toEqual(['de', 'en', 'ja']);
      expect(offers.files).toBe(2);
      expect(offers.overLimit).toBe(0);
    });

    it('gives each page its title, language, date and links', () => {
      expect(textOf('/prices')).toMatchObject({
        title: 'Workshop prices | Lindgren Bicycles',
        language: 'en',
        pageDate: '2024-03-04',
      });
      expect(textOf('/de/').language).toBe('de');
      expect(textOf('/delivery').links).toContain(`${setup.site.origin}/returns`);
      expect(textOf('/files/warranty.docx').isFile).toBe(true);
    });

    it('finds at most as many pages as the limit allows, and counts the others', async () => {
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      const urls = new Set<string>();
      for await (const { url, reading: one } of website.find({ limit: 5, signal })) {
        if (one?.kind === 'page') urls.add(url);
      }
      expect(urls.size).toBe(5);
      expect(website.offers().overLimit).toBeGreaterThan(0);
    });

    it('lists excluded pages without asking for them', async () => {
      const before = setup.site.seen.length;
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      const listed: string[] = [];
      const isExcluded = (url: string) => !url.endsWith('/about');
      for await (const { url } of website.find({ limit: 200, signal, isExcluded })) listed.push(url);
      expect(listed).toContain(`${setup.site.origin}/products/city`);
      const asked = setup.site.seen.slice(before).map(({ path }) => path);
      expect(asked.filter((path) => !/robots|sitemap/.test(path))).toEqual(['/', '/about']);
    });

    it('requests a known page conditionally, and reads it again when it has changed', async () => {
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      const { etag = '' } = textOf('/about');
      const known = { etag, requestedAtMs: 0, hasText: true, isRequested: false };
      const about = `${setup.site.origin}/about`;
      expect(await readOne(website, about, known)).toEqual({
        kind: 'unchanged',
        isRequested: true,
      });
      setup.site.replaced.set('/about', {
        body: '<html><body><main><p>The new text of this page.</p></main></body></html>',
      });
      expect(await readOne(website, about, known)).toMatchObject({
        markdown: 'The new text of this page.',
      });
      setup.site.replaced.set('/about', undefined);
      expect(await readOne(website, about, known)).toMatchObject({ reason: 'not-found' });
      setup.site.replaced.delete('/about');
    });

    it('does not request a page that is unchanged by the sitemap, unless the dates of the sitemap are distrusted', async () => {
      const before = setup.site.seen.length;
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      const city = `${setup.site.origin}/products/city`;
      const requestedAtMs = Date.parse('2026-11-20T00:00:00Z');
      const known = new Map([[city, { requestedAtMs, hasText: true, isRequested: false }]]);
      const isExcluded = (url: string) => url !== city;
      const readings = async (believesDates: () => boolean) => {
        const options = { limit: 10, known, isExcluded, believesDates, signal };
        const pages = await Array.fromAsync(website.find(options));
        return pages.find(({ url, reading: one }) => url === city && one)?.reading;
      };
      expect(await readings(() => true)).toEqual({ kind: 'unchanged', isRequested: false });
      expect(setup.site.seen.slice(before).map(({ path }) => path)).not.toContain('/products/city');
      expect(await readings(() => false)).toMatchObject({ kind: 'page' });
    });

    it('stops reading when it is aborted', async () => {
      const website = await setup.websites.open(setup.site.origin, CHOICES, signal);
      const stop = new AbortController();
      const read = async () => {
        for await (const page of website.find({ limit: 200, signal: stop.signal })) {
          if (page.reading !== undefined) stop.abort(new Error('stopped'));
        }
      };
      await expect(read()).rejects.toThrow('stopped');
    });

    it.each(['', 'shop', 'mailto:a@b.example', 'https://', 'file:///etc/passwd'])(
      'refuses the address %j',
      async (address) => {
        expect(await refusal(setup.websites.open(address, CHOICES, signal))).toBe('validation-failed');
      },
    );
  });
}
