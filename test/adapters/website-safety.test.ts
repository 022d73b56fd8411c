import { describe, expect, test } from 'vitest';
import {
  isPublicAddress,
  publicNetwork,
  type PublicNetwork,
} from '../../src/adapters/public-network/network.ts';
import { websites } from '../../src/adapters/website/websites.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { WebsiteChoices } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { inProcessPageReader } from '../support/website/page-reader-here.ts';
import { startTestWebsite } from '../support/website/test-website.ts';
import { readOne } from '../support/website/read-one.ts';

const CHOICES: WebsiteChoices = { allowHttp: true, subdomains: true, files: false };
const { signal } = new AbortController();

/** A test website that is reached by the names of a network, as in the cloud. */
const setup = freshFixture(async () => {
  const clock = passingClock();
  const site = await startTestWebsite({ clock });
  const port = Number(new URL(site.origin).port);
  site.replaced.set('/robots.txt', { status: 404 });

  /** `addresses`: of each name, in the order of the look-ups; the last one stays. */
  function over(
    addresses: Readonly<Record<string, readonly string[]>>,
    network: Partial<PublicNetwork> = {},
  ) {
    const asked: string[] = [];
    const reader = websites({
      clock,
      documents: inProcessPageReader,
      connections: {
        network: {
          resolve(hostname) {
            const known = addresses[hostname] ?? [];
            const times = asked.filter((name) => name === hostname).length;
            asked.push(hostname);
            return Promise.resolve([known[Math.min(times, known.length - 1)] ?? '']);
          },
          // The loopback stands for the Internet: the test website listens on it.
          isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
          port,
          ...network,
        },
      },
      aboutUrl: 'https://chat.example/about-reading',
      isLocal: false,
    });
    return { reader, asked };
  }
  return { site, over, close: site.close };
});

async function reasonOf(opening: Promise<unknown>): Promise<unknown> {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? (error.details['reason'] ?? error.code) : error;
}

describe('an internal address is never asked', () => {
  test.each([
    '10.0.0.5',
    '169.254.169.254',
    '168.63.129.16',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])('a name that resolves to %s', async (address) => {
    const { reader } = setup.over({ 'shop.example': [address] });
    expect(await reasonOf(reader.open('http://shop.example/', CHOICES, signal))).toBe('blocked-address');
    expect(setup.site.seen).toEqual([]);
  });

  test.each([
    ...['http://127.0.0.1', 'http://localhost', 'http://[::1]', 'http://2130706433', 'http://0x7f.1'],
    ...['https://169.254.169.254/metadata', 'http://[::ffff:7f00:1]', 'http://10.0.0.1:8080/'],
  ])('%s', async (address) => {
    const { reader } = setup.over({}, { isAllowed: isPublicAddress });
    expect(await reasonOf(reader.open(address, CHOICES, signal))).toMatch(
      /^(?:blocked-address|validation-failed)$/,
    );
    expect(setup.site.seen).toEqual([]);
  });

  test('a redirect within the site to a name inside', async () => {
    const { reader, asked } = setup.over({
      'shop.example': ['127.0.0.1'],
      'intranet.shop.example': ['10.0.0.5'],
    });
    setup.site.replaced.set('/to-intranet', {
      status: 302,
      headers: { location: 'http://intranet.shop.example/' },
    });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    expect(await readOne(website, 'http://shop.example/to-intranet')).toMatchObject({
      reason: 'blocked-address',
    });
    expect(asked).toContain('intranet.shop.example');
  });

  test('a name whose address changes after the first look-up: each connection is checked and pinned', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1', '127.0.0.1', '10.0.0.5'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    const before = setup.site.seen.length;
    expect(await readOne(website, 'http://shop.example/about')).toMatchObject({
      reason: 'blocked-address',
    });
    expect(setup.site.seen).toHaveLength(before);
  });

  test('a link to the loopback on another port', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    expect(await readOne(website, 'http://127.0.0.1:9/')).toBeUndefined();
  });

  test('a sitemap or a robots.txt inside', async () => {
    const { reader, asked } = setup.over({
      'shop.example': ['127.0.0.1'],
      'db.internal.example': ['127.0.0.1'],
    });
    setup.site.replaced.set('/robots.txt', { body: 'Sitemap: http://db.internal.example/map.xml' });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    for await (const { url } of website.find({ limit: 1, signal })) expect(url).toContain('shop.example');
    expect(new Set(asked)).toEqual(new Set(['shop.example']));
  });
});

describe('plain http', () => {
  test('is refused unless the owner allows it, also after a redirect', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const choices = { ...CHOICES, allowHttp: false };
    expect(await reasonOf(reader.open('http://shop.example/', choices, signal))).toBe('http');
    expect(setup.site.seen).toEqual([]);
  });

  test('is read where the owner allows it', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    expect(await readOne(website, 'http://shop.example/about')).toMatchObject({
      kind: 'page',
    });
  });
});

test('a site that does not exist is refused in words', async () => {
  const network = { ...publicNetwork, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  const { reader } = setup.over({}, network);
  const opening = reader.open('https://no-such-shop.example/', CHOICES, signal);
  await expect(opening).rejects.toMatchObject({
    code: 'website-refused',
    details: { reason: 'unreachable', explanation: 'The site could not be reached.' },
  });
});

test('the start page’s redirect to another site is followed: it has moved there', async () => {
  const { reader } = setup.over({ 'old.example': ['127.0.0.1'], 'new.example': ['127.0.0.1'] });
  setup.site.replaced.set('/moved-away', { status: 301, headers: { location: 'http://new.example/' } });
  const website = await reader.open('http://old.example/moved-away', CHOICES, signal);
  expect(website.startUrl).toBe('http://new.example/');
});

test('another host of the domain is offered, and read where it is chosen', async () => {
  const { reader } = setup.over({ 'shop.example': ['127.0.0.1'], 'help.shop.example': ['127.0.0.1'] });
  setup.site.replaced.set('/', {
    body: '<html><body><main><p>See our <a href="http://help.shop.example/about">help</a>.</p></main></body></html>',
  });
  const closed = await reader.open('http://shop.example/', { ...CHOICES, subdomains: false }, signal);
  const urls: string[] = [];
  for await (const { url } of closed.find({ limit: 5, signal })) urls.push(url);
  expect(urls.every((url) => url.startsWith('http://shop.example/'))).toBe(true);
  expect(closed.offers().subdomains).toEqual(['help.shop.example']);
  const whole = await reader.open('http://shop.example/', CHOICES, signal);
  const all: string[] = [];
  for await (const { url } of whole.find({ limit: 5, signal })) all.push(url);
  expect(all).toContain('http://help.shop.example/about');
});
