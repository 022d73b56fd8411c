import { createServer, type IncomingHttpHeaders } from 'node:http';
import { websites } from '../../../src/adapters/website/websites.ts';
import { developersNetwork } from '../../../src/adapters/public-network/network.ts';
import type { ManualClock } from '../clocks/manual-clock.ts';
import { closeServer, listen } from '../servers/listen.ts';
import { inProcessPageReader } from './page-reader-here.ts';
import type { OddAnswer } from './odd-pages.ts';

interface SmallSite {
  origin: string;
  /** The paths that were requested, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** The answer for a path with its query; undefined is 404. A text is a page. */
export type SiteAnswer = (path: string, headers: IncomingHttpHeaders) => string | OddAnswer | undefined;

/** A website on a loopback port whose pages a function makes. */
export async function startSmallSite(answer: SiteAnswer, clock?: ManualClock): Promise<SmallSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const given = answer(path, request.headers) ?? { status: 404, body: 'Not found' };
    const { status = 200, headers, body, waitMs = 0 } = typeof given === 'string' ? { body: given } : given;
    clock?.advance(Number.isFinite(waitMs) ? waitMs : 20_000);
    if (!Number.isFinite(waitMs)) return;
    const etag = headers?.['etag'];
    if (etag !== undefined && request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body ?? '');
  });
  const origin = await listen(server);
  return { origin, requests, close: () => closeServer(server) };
}

/** The reader of websites for sites on this machine. */
export const localWebsites = (clock: ManualClock) =>
  websites({
    clock,
    documents: inProcessPageReader,
    connections: { network: developersNetwork },
    aboutUrl: 'https://chat.example/about-reading',
    isLocal: true,
  });

export const pageWith = (title: string, links: readonly string[] = [], text = `Text of ${title}.`): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${links
    .map((path) => `<a href="${path}">Link</a>`)
    .join(' ')}</main></body></html>`;

/** A sitemap; each entry is a path with an optional date of its latest change. */
export const sitemapOf = (origin: string, entries: readonly (readonly [string, string?])[]): OddAnswer => ({
  headers: { 'content-type': 'text/xml' },
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries
    .map(
      ([path, changed]) =>
        `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
    )
    .join('')}</urlset>`,
});
