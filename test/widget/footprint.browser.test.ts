import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { openContext } from '../support/browser/chromium.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startOffice } from '../web/support/office.ts';
import { visitOf } from './support/site.ts';

type Row = readonly string[];

/** The cells of the table below a heading of docs/embed.md, without its head. */
async function documented(heading: string): Promise<Row[]> {
  const docs = await readFile(new URL('../../docs/embed.md', import.meta.url), 'utf8');
  const [, section = ''] = docs.split(`\n### ${heading}\n`);
  const [lines = ''] = section.split(/\n##/);
  const rows = Array.from(lines.matchAll(/^\|(.+)\|$/gm), ([, cells = '']) =>
    cells.split(' | ').map((cell) => cell.replaceAll('`', '').trim()),
  );
  return rows.slice(2);
}

const fieldsOf = (json: string | null) => Object.keys(JSON.parse(json ?? '{}') as object).toSorted();

/** The target of a request, and the names of all that it carries. */
function rowOf(request: Request, origin: string): Row {
  const { pathname, searchParams } = new URL(request.url());
  const path = pathname.replace(/^\/api\/widget\/\d[^/]+\//, '/api/widget/{version}/');
  const sent = [...searchParams.keys(), ...fieldsOf(request.postData())];
  const cookie = request.headers()['cookie'];
  return [
    `${request.method()} ${path}`,
    [...sent, ...(cookie === undefined ? [] : ['a cookie'])].join(', ') || '—',
    request.url().startsWith(origin) ? 'the service' : 'elsewhere',
  ];
}

/** The names of all that the page has in the browser's storage. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const areas = { localStorage, sessionStorage };
    const rows = Object.entries(areas).flatMap(([name, area]) =>
      Object.entries(area).map(([key, value]) => [
        name,
        key.replace(/http\S+/, '{address}'),
        Object.keys(JSON.parse(String(value)) as object)
          .toSorted()
          .join(', '),
      ]),
    );
    const others = [
      ...(await indexedDB.databases()).map(({ name }) => ['IndexedDB', String(name), '']),
      ...(await caches.keys()).map((name) => ['Cache Storage', name, '']),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => ['service worker', scope, '']),
      ...document.cookie.split(';').flatMap((cookie) => (cookie ? [['cookie', cookie, '']] : [])),
    ];
    return [...rows, ...others];
  });

const office = sharedFixture(() => startOffice());

test('the plain embed sends and stores exactly what the tables in docs/embed.md list', async ({
  onTestFinished,
}) => {
  const { site, service } = office;
  const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const visit = visitOf(page);
  const requests = await documented('Requests');
  const seen: Row[] = [];
  let step = '';
  const note = (row: Row) => {
    // A repeated request belongs to the step that sent it first.
    if (!seen.some(([, ...known]) => known.join() === row.join())) seen.push([step, ...row]);
  };
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(site).origin)) note(rowOf(request, service.origin));
  });
  page.on('websocket', (socket) => {
    note(['WebSocket', [...new URL(socket.url()).searchParams.keys()].join(', '), 'the real-time service']);
  });
  const during = async (name: string, act: () => Promise<unknown>) => {
    step = name;
    await act();
    const expected = requests.filter(([when]) => when === name);
    await expect.poll(() => seen.filter(([when]) => when === name).toSorted()).toEqual(expected.toSorted());
  };

  await during('The page loads', async () => {
    await page.goto(site);
    await visit.launcher.waitFor();
  });
  expect([await kept(page), await context.cookies()]).toEqual([[], []]);
  await during('The panel opens', () => visit.open());
  await during('A message is sent', async () => {
    await visit.send('Do you ship to Norway?');
    await visit.button(/^Helpful$/).waitFor();
  });
  await during('An answer is rated', () => visit.button(/^Helpful$/).click());
  await during('A person is asked for', () => visit.button('Talk to a person').click());
  await during('The list is opened', async () => {
    await visit.panel.locator('summary').click();
    await visit.button('Conversations').click();
    await visit.button('Back').click();
  });
  await during('The panel is made wider', async () => {
    await visit.panel.locator('summary').click();
    await visit.button('Wide panel').click();
  });
  await during('The language is another', () => page.evaluate('ChatWidget.setLocale("de")'));
  await during('The next page of the site', async () => {
    await page.reload();
    await visit.log.getByText('Do you ship to Norway?').waitFor();
  });
  expect(seen.toSorted()).toEqual(requests.toSorted());
  // A browser lists the keys of a storage in its own order.
  expect((await kept(page)).toSorted()).toEqual((await documented('Storage')).toSorted());
  expect(await context.cookies()).toEqual([]);
});
