import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  isPublicAddress,
  publicNetwork,
  type PublicNetwork,
} from '../../src/adapters/public-network/network.ts';
import { websites } from '../../src/adapters/website/websites.ts';
import { AppError } from '../../src/core/errors.ts';
import type { WebsiteChoices } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startTlsServer } from '../support/servers/tls-server.ts';
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

describe('an internal address is never requested', () => {
  test.each([
    '10.0.0.5',
    '169.254.169.254',
    '168.63.129.16',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])('if a name resolves to %s', async (address) => {
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

  test('if a page redirects to an internal name of the same site', async () => {
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

  test('if a name changes to an internal address after the first lookup', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1', '127.0.0.1', '10.0.0.5'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    const before = setup.site.seen.length;
    expect(await readOne(website, 'http://shop.example/about')).toMatchObject({
      reason: 'blocked-address',
    });
    expect(setup.site.seen).toHaveLength(before);
  });

  test('if a page links to another port of the loopback', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    expect(await readOne(website, 'http://127.0.0.1:9/')).toBeUndefined();
  });

  test('if robots.txt names a sitemap on an internal host', async () => {
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
  test('is refused unless the operator allows it', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const choices = { ...CHOICES, allowHttp: false };
    expect(await reasonOf(reader.open('http://shop.example/', choices, signal))).toBe('http');
    expect(setup.site.seen).toEqual([]);
  });

  test('is refused if a page of an encrypted site redirects to it', async () => {
    const server = await startTlsServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: 'http://shop.example/plain' }).end();
      else if (request.url === '/robots.txt') response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<main><p>Bells.</p></main>');
    });
    const network = { port: Number(new URL(server.origin).port), certificateName: 'localhost' };
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] }, network);
    const choices = { ...CHOICES, allowHttp: false };
    const website = await reader.open('https://shop.example/', choices, signal);
    expect(await readOne(website, 'https://shop.example/')).toMatchObject({ kind: 'page' });
    expect(await readOne(website, 'https://shop.example/moved')).toMatchObject({ reason: 'http' });
    await server.close();
  });

  test('is read if the operator allows it', async () => {
    const { reader } = setup.over({ 'shop.example': ['127.0.0.1'] });
    const website = await reader.open('http://shop.example/', CHOICES, signal);
    expect(await readOne(website, 'http://shop.example/about')).toMatchObject({
      kind: 'page',
    });
  });
});

describe('a site that cannot be reached is refused with the reason', () => {
  const HERE = { 'shop.example': ['127.0.0.1'] };
  const open = (network: Partial<PublicNetwork>, address = 'https://shop.example/') =>
    setup.over(HERE, network).reader.open(address, CHOICES, signal);

  test('if its name does not exist', async () => {
    // As `lookup` of Node.js rejects.
    const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
    const opening = open({ ...publicNetwork, resolve: () => Promise.reject(missing) });
    await expect(opening).rejects.toMatchObject({
      code: 'website-refused',
      details: { reason: 'unknown-host', explanation: 'The name of the site was not found.' },
    });
  });

  test('if it has only http', async () => {
    expect(await reasonOf(open({}))).toBe('not-secure');
  });

  test('if its certificate is for another name', async () => {
    const server = await startTlsServer((_request, response) => response.end());
    expect(await reasonOf(open({ port: Number(new URL(server.origin).port) }))).toBe('not-secure');
    await server.close();
  });

  test('if no server answers', async () => {
    const server = createServer();
    const port = Number(new URL(await listen(server)).port);
    await closeServer(server);
    expect(await reasonOf(open({ port }))).toBe('unreachable');
  });
});

test('a redirect of the start page to another site is followed, because the site has moved', async () => {
  const { reader } = setup.over({ 'old.example': ['127.0.0.1'], 'new.example': ['127.0.0.1'] });
  setup.site.replaced.set('/moved-away', { status: 301, headers: { location: 'http://new.example/' } });
  const website = await reader.open('http://old.example/moved-away', CHOICES, signal);
  expect(website.startUrl).toBe('http://new.example/');
});

test('another host of the domain is offered, and read if it is chosen', async () => {
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
