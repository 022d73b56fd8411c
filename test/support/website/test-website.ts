import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { closeServer, listen } from '../servers/listen.ts';
import type { ManualClock } from '../clocks/manual-clock.ts';
import { BICYCLES, CONTENT_PAGES } from './content-pages.ts';
import { endlessPage } from './endless-pages.ts';
import { ODD_PAGES, type OddAnswer } from './odd-pages.ts';

interface SeenRequest {
  method: string;
  path: string;
  atMs: number;
  userAgent: string;
  headers: IncomingMessage['headers'];
}

/** A bicycle shop's website with typical features and problems, on a loopback port. */
export interface TestWebsite {
  /** For example `http://127.0.0.1:40123`. */
  origin: string;
  seen: SeenRequest[];
  /** Replacements of responses, by path; `undefined` is a removed page. */
  replaced: Map<string, OddAnswer | undefined>;
  openConnections(): Promise<number>;
  close(): Promise<void>;
}

export interface TestWebsiteOptions {
  /** The test's clock, on which responses take time. */
  clock: ManualClock;
  /** The delay of a page's first byte, in milliseconds. Default: 120. */
  firstByteMs?: number;
  /** Requests within this time after the previous one get 429, in milliseconds. Default: 400. */
  burstMs?: number;
}

const LASTMOD = '2026-11-02';

/** Starts the website. By default it is slow and limits bursts. */
export async function startTestWebsite({
  clock,
  firstByteMs = 120,
  burstMs = 400,
}: TestWebsiteOptions): Promise<TestWebsite> {
  const seen: SeenRequest[] = [];
  const replaced: TestWebsite['replaced'] = new Map();
  let origin = '';
  let lastAtMs = -Infinity;
  let busy = 0;

  function answerOf(path: string): OddAnswer {
    if (replaced.has(path)) return replaced.get(path) ?? { status: 404, body: 'Not found' };
    if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: robots(origin) };
    if (path === '/sitemaps/index.xml.gz') {
      return { headers: { 'content-type': 'application/x-gzip' }, body: gzipSync(index(origin)) };
    }
    if (path === '/sitemaps/products.xml') {
      return { headers: { 'content-type': 'text/xml' }, body: products(origin) };
    }
    if (path === '/busy' && busy++ === 0) return { status: 429, headers: { 'retry-after': '7' } };
    if (path === '/busy') {
      return { body: '<html><body><main><p>Too busy a minute ago, and quiet now.</p></main></body></html>' };
    }
    const body = CONTENT_PAGES.get(path.replace(/\?color=\w+$/, '')) ?? endlessPage(path);
    if (body !== undefined) {
      return { body, headers: { 'content-type': 'text/html; charset=utf-8', etag: `"${body.length}"` } };
    }
    return ODD_PAGES[path] ?? { status: 404, body: '<html><body>Not found</body></html>' };
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const atMs = clock.now();
    seen.push({
      method: request.method ?? '',
      path,
      atMs,
      userAgent: request.headers['user-agent'] ?? '',
      headers: request.headers,
    });
    const isBurst = atMs - lastAtMs < burstMs;
    lastAtMs = atMs;
    if (isBurst) return void response.writeHead(429, { 'retry-after': '3' }).end();
    const {
      status = 200,
      headers = { 'content-type': 'text/html' },
      body = '',
      waitMs = firstByteMs,
    } = answerOf(path);
    // A page that never responds: advances the clock past the time-out.
    clock.advance(Number.isFinite(waitMs) ? waitMs : 60_000);
    if (!Number.isFinite(waitMs)) return;
    if (headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']) {
      return void response.writeHead(304, headers).end();
    }
    response.writeHead(status, headers).end(body);
  }

  const server = createServer(respond);
  origin = await listen(server);
  const openConnections = promisify(server.getConnections.bind(server));
  return { origin, seen, replaced, openConnections, close: () => closeServer(server) };
}

function robots(origin: string): string {
  return `\uFEFF# Lindgren Bicycles
User-agent: OtherBot
Sitemap: ${origin}/sitemaps/index.xml.gz
Disallow: /

User-agent: ChatWidgetService
Disallow: /internal/
Allow: /internal/$
Crawl-delay: 0.5

User-agent: *
Disallow: /
`;
}

const index = (origin: string) =>
  `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${origin}/sitemaps/products.xml</loc></sitemap><sitemap><loc>https://elsewhere.example/map.xml</loc></sitemap></sitemapindex>`;

const products = (origin: string) =>
  `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa">]><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${BICYCLES.map(
    ([name]) => `<url><loc>${origin}/products/${name}</loc><lastmod>${LASTMOD}</lastmod></url>`,
  ).join('')}<url><loc>${origin}/prices?utm_source=map</loc></url></urlset>`;
