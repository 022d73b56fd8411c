import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress, publicNetwork } from '../../src/adapters/public-network/network.ts';
import { outboundProxy } from '../../src/adapters/public-network/proxy.ts';
import { websites } from '../../src/adapters/website/websites.ts';
import type { WebsiteChoices } from '../../src/ports.ts';
import { passingClock } from '../support/clocks/manual-clock.ts';
import { freshFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { inProcessPageReader } from '../support/website/page-reader-here.ts';
import { startTestWebsite } from '../support/website/test-website.ts';
import { readOne } from '../support/website/read-one.ts';

const CHOICES: WebsiteChoices = { allowHttp: true, subdomains: false, files: false };
const { signal } = new AbortController();

/** A proxy that leads every name to the test website, in a network that resolves no public names. */
const setup = freshFixture(async () => {
  const clock = passingClock();
  const site = await startTestWebsite({ clock });
  site.replaced.set('/robots.txt', { status: 404 });
  const { port } = new URL(site.origin);
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    const url = URL.parse(request.url ?? '');
    void fetch(`${site.origin}${url?.pathname ?? '/'}`).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'text/html' }).end(await answer.text());
    });
  });
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const line = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      line.pipe(socket).pipe(line);
    });
    line.on('error', () => socket.destroy());
    socket.on('error', () => line.destroy());
  });
  const address = await listen(proxy);

  function reader(addresses: Readonly<Record<string, string>>, noProxy = '') {
    return websites({
      clock,
      documents: inProcessPageReader,
      connections: {
        network: {
          ...publicNetwork,
          resolve: (hostname) =>
            addresses[hostname] === undefined
              ? Promise.reject(new Error('ENOTFOUND'))
              : Promise.resolve([addresses[hostname]]),
          isAllowed: isPublicAddress,
        },
        proxy: outboundProxy(address, noProxy),
      },
      aboutUrl: 'https://chat.example/api/website-reader',
      isLocal: false,
    });
  }
  return {
    asked,
    reader,
    async close() {
      await closeServer(proxy);
      await site.close();
    },
  };
});

test('a website is read through the proxy even if its name cannot be resolved locally', async () => {
  const website = await setup.reader({}).open('http://shop.example/', CHOICES, signal);
  expect(await readOne(website, 'http://shop.example/about')).toMatchObject({ kind: 'page' });
  expect(setup.asked.some((url) => url.includes('shop.example'))).toBe(true);
});

test.each(['http://10.0.0.5/', 'http://169.254.169.254/'])(
  'an internal address is not requested through the proxy: %s',
  async (address) => {
    await expect(setup.reader({}).open(address, CHOICES, signal)).rejects.toMatchObject({
      details: { reason: 'blocked-address' },
    });
    expect(setup.asked).toEqual([]);
  },
);

test('a name that resolves to an internal address locally is not requested through the proxy', async () => {
  const reader = setup.reader({ 'intranet.example': '10.0.0.5' });
  await expect(reader.open('http://intranet.example/', CHOICES, signal)).rejects.toMatchObject({
    details: { reason: 'blocked-address' },
  });
  expect(setup.asked).toEqual([]);
});

test('a host excluded from the proxy is checked for internal addresses', async () => {
  const reader = setup.reader({ 'shop.internal.example': '10.0.0.5' }, 'localhost, .internal.example');
  await expect(reader.open('http://shop.internal.example/', CHOICES, signal)).rejects.toMatchObject({
    details: { reason: 'blocked-address' },
  });
  expect(setup.asked).toEqual([]);
});

test.each([
  ['', 'https://a.example/', true],
  ['a.example', 'https://a.example/', false],
  ['.a.example', 'https://b.a.example/', false],
  ['*.a.example', 'https://b.a.example/', false],
  ['a.example:8443', 'https://a.example:8443/', false],
  ['a.example:8443', 'https://a.example/', true],
  ['a.example', 'https://ba.example/', true],
  ['*', 'https://a.example/', false],
])('NO_PROXY %j, %s: through the proxy %s', (noProxy, url, isUsed) => {
  expect(outboundProxy('http://proxy.example:3128', noProxy).isUsedFor(new URL(url))).toBe(isUsed);
});
