import { gzipSync } from 'node:zlib';
import { docxFile, paragraph } from '../files/docx-file.ts';
import { pdfFile } from '../files/pdf-file.ts';
import { layoutPage } from './layout.ts';

/** A response of the test website. */
export interface OddAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The delay of the first byte in milliseconds of the test's clock; Infinity: it never comes. */
  waitMs?: number;
}

const html = (body: string): OddAnswer => ({ body });
const NOT_FOUND = layoutPage({
  title: 'Oh no',
  main: '<h1>Oh no</h1><p>We could not find what you were looking for.</p>',
});
const megabytes = (count: number) => `<p>${'words and more words '.repeat(count * 50_000)}</p>`;

/** Shift_JIS bytes of カタカナ and 価格は3,200円です。 */
const KATAKANA = [0x83, 0x4a, 0x83, 0x5e, 0x83, 0x4a, 0x83, 0x69];
const PRICE = [
  0x89,
  0xbf,
  0x8a,
  0x69,
  0x82,
  0xcd,
  ...Buffer.from('3,200'),
  0x89,
  0x7e,
  0x82,
  0xc5,
  0x82,
  0xb7,
];

const ascii = (text: string) => Buffer.from(text, 'latin1');

/** URLs other than pages, by path and query. */
export const ODD_PAGES: Readonly<Record<string, OddAnswer>> = {
  '/kontakt': {
    headers: { 'content-type': 'text/html' },
    body: ascii(
      '<html lang="de"><head><meta charset="windows-1252"><title>Kontakt</title></head><body><main><h1>Kontakt</h1><p>Sch\xf6ne Gr\xfc\xdfe aus G\xf6teborg, Termine kosten 15 \x80.</p></main></body></html>',
    ),
  },
  '/ja/': {
    headers: { 'content-type': 'text/html; charset=Shift_JIS' },
    body: Buffer.concat([
      ascii('<html lang="ja"><head><title>'),
      Buffer.from(KATAKANA),
      ascii('</title></head><body><main><p>'),
      Buffer.from(PRICE),
      ascii('</p></main></body></html>'),
    ]),
  },
  '/files/price-list.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: pdfFile([
      [
        { text: 'Spare parts', y: 760, size: 20 },
        { text: 'A chain costs 34 EUR.', y: 730 },
      ],
    ]),
  },
  '/files/warranty.docx': {
    headers: { 'content-type': 'application/octet-stream' },
    body: docxFile(`${paragraph('Warranty', 'Heading1')}${paragraph('Frames are covered for 10 years.')}`),
  },
  '/odd': html(
    layoutPage({
      title: 'More',
      main: `<h1>More</h1><p>Everything else is linked here.</p><ul>${[
        ...[
          '/old-delivery',
          '/loop-a',
          '/chain-1',
          '/away',
          '/inside',
          '/moved',
          '/gone',
          '/error',
          '/forbidden',
        ],
        ...[
          '/vanished-1',
          '/vanished-2',
          '/vanished-3',
          '/account',
          '/members',
          '/configurator',
          '/empty',
          '/slow',
        ],
        ...['/huge', '/bomb', '/cut', '/picture', '/hidden', '/hidden-by-header', '/internal/plans', '/busy'],
        ...[
          '/delivery?PHPSESSID=0a1b2c3d4e5f6071',
          '/delivery/#costs',
          '/print/delivery',
          '/shop?color=red&size=1',
        ],
      ]
        .map((path) => `<li><a href="${path}">${path}</a></li>`)
        .join('')}<li><a rel="nofollow" href="/not-followed">x</a></li></ul>`,
    }),
  ),
  '/old-delivery': { status: 301, headers: { location: '/delivery' } },
  '/loop-a': { status: 302, headers: { location: '/loop-b' } },
  '/loop-b': { status: 302, headers: { location: '/loop-a' } },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((step) => [
      `/chain-${step}`,
      { status: 307, headers: { location: `/chain-${step + 1}` } },
    ]),
  ),
  '/away': { status: 302, headers: { location: 'https://elsewhere.example/' } },
  '/inside': { status: 302, headers: { location: 'http://169.254.169.254/metadata/instance' } },
  '/moved': html(
    '<html><head><title>Moved</title><meta http-equiv="refresh" content="0; url=/about"></head></html>',
  ),
  '/error': { status: 500, body: 'Error 500' },
  '/forbidden': { status: 403, body: 'Forbidden' },
  '/vanished-1': html(NOT_FOUND),
  '/vanished-2': html(NOT_FOUND),
  '/vanished-3': html(NOT_FOUND),
  '/account': html(
    layoutPage({
      title: 'Sign in',
      main: '<h1>Your account</h1><form action="/login"><input name="user"><input type="password" name="pass"><button>Sign in</button></form>',
    }),
  ),
  '/members': { status: 401, headers: { 'www-authenticate': 'Basic' } },
  '/configurator': html(
    '<html lang="en"><head><title>Configurator</title><script type="module" src="/app.js"></script></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
  ),
  '/empty': html('<html lang="en"><head><title>Nothing</title></head><body><main></main></body></html>'),
  '/slow': { waitMs: Infinity },
  '/huge': html(`<html><body>${megabytes(6)}</body></html>`),
  '/bomb': {
    headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(64 * 1024 * 1024, 'a ')),
  },
  '/cut': {
    headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' },
    body: gzipSync(Buffer.from(layoutPage({ title: 'Cut', main: '<p>Never seen.</p>' }))).subarray(0, 40),
  },
  '/picture': { headers: { 'content-type': 'image/png' }, body: Buffer.from('89504e470d0a1a0a', 'hex') },
  '/hidden': html(
    layoutPage({
      title: 'Hidden',
      head: '<meta name="robots" content="noindex, follow">',
      main: '<p>A page that is not for search. <a href="/about">About</a></p>',
    }),
  ),
  '/hidden-by-header': {
    headers: { 'content-type': 'text/html', 'x-robots-tag': 'otherbot: index, noindex' },
    body: layoutPage({ title: 'Not hidden', main: '<p>Only another robot is sent away from this page.</p>' }),
  },
  '/print/delivery': html(
    layoutPage({
      title: 'Delivery',
      head: '<link rel="canonical" href="/delivery">',
      main: '<h1>Delivery</h1><p>Delivery in Sweden costs 29 EUR.</p>',
    }),
  ),
  '/not-followed': html(
    layoutPage({ title: 'Not followed', main: '<p>No link that may be followed leads here.</p>' }),
  ),
  '/internal/plans': html(layoutPage({ title: 'Plans', main: '<p>Not for robots.</p>' })),
};
