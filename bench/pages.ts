import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../test/support/browser/chromium.ts';
import { listen } from '../test/support/servers/listen.ts';
import { fullStore } from './support/full-store.ts';
import { figure, quantile, ratio } from './support/report.ts';
import { startServer } from './support/server-process.ts';
import { SCROLL, watchedPage, type WatchedPage } from './support/watched-page.ts';

// The dashboard and the agent desk in a browser whose CPU is slowed four times, on the whole service with a
// full store. The floor is the same elements as a static page, with the same styles, in the same run.
const SLOWDOWN = 4;
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ROWS = 1_000;
const MESSAGES = Number(process.env['MESSAGES'] ?? 500);

const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const { longId } = await fullStore(dataDir, ROWS, MESSAGES);
const service = await startServer('pages', {
  DATA_DIR: dataDir,
  ASSETS_DIR: join(import.meta.dirname, '../dist'),
});
const browser = await launchBrowser();
const statics = new Map<string, string>();
const staticServer = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  // As the pages have it: the browser starts a process for each opening.
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.end(statics.get(request.url ?? '') ?? '');
});
const staticOrigin = await listen(staticServer);

/** Leaves the elements that a page shows as a static page, and returns its address. */
async function staticCopy({ page }: WatchedPage, name: string): Promise<string> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const script of copy.querySelectorAll('script, link')) script.remove();
    const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((it) => it.cssText);
    return `<!doctype html><style>${sheets.join('\n')}</style>${copy.outerHTML}`;
  });
  statics.set(`/${name}`, html);
  return `${staticOrigin}/${name}`;
}

/** Opens a page and its static copy in turns, and prints both. */
async function opened(name: string, url: string, selector: string, count: number): Promise<WatchedPage> {
  const view = await prepared();
  await view.open(url, selector, count);
  const copy = await staticCopy(view, name.replaceAll(/\W/g, '-'));
  const plain = await watchedPage(browser, SLOWDOWN);
  const [times, floors]: Awaited<ReturnType<WatchedPage['open']>>[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floors?.push(await plain.open(copy, selector, count));
    times?.push(await view.open(url, selector, count));
  }
  await plain.close();
  const nodes = await view.page.evaluate(() => document.querySelectorAll('*').length);
  const p50 = (of: typeof times, what: 'ms' | 'cpuMs') =>
    quantile(
      (of ?? []).map((one) => one[what]),
      0.5,
    );
  ratio(
    `${name}: CPU until interactive`,
    p50(times, 'cpuMs') / p50(floors, 'cpuMs'),
    '-',
    `${p50(times, 'cpuMs').toFixed(0)} ms, static ${p50(floors, 'cpuMs').toFixed(0)} ms; ${nodes} elements`,
  );
  figure(
    `${name}: interactive (aim 300 ms)`,
    `p50 ${p50(times, 'ms').toFixed(0)} ms, static ${p50(floors, 'ms').toFixed(0)} ms`,
  );
  return view;
}

/** A page with an agent signed in; the dashboard takes everyone. */
async function prepared(): Promise<WatchedPage> {
  const view = await watchedPage(browser, SLOWDOWN);
  await view.page.goto(`${service.origin}/api/collab-tab`);
  await view.page.getByRole('button', { name: 'Sign in' }).click();
  await view.page.getByRole('button', { name: 'Mia Berg' }).click();
  await view.page.locator('.item[data-session]').first().waitFor();
  return view;
}

async function interactions(
  name: string,
  view: WatchedPage,
  count: number,
  act: () => Promise<void>,
): Promise<void> {
  const { ms, cpuMs } = await view.interact(count, act);
  const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
  figure(
    `${name} (aim 50 ms)`,
    `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms; CPU ${cpuMs.toFixed(1)} ms each`,
  );
}

async function scrolled(name: string, view: WatchedPage, selector: string): Promise<void> {
  const scroll = () => view.page.evaluate(`(${SCROLL})(${JSON.stringify(selector)})`);
  let cpuMs = 0;
  const longest = await view.longestTask(async () => (cpuMs = await view.cpuOf(scroll)));
  figure(
    `${name}: scrolled from end to end`,
    `longest task ${longest === 50 ? 'under 50' : longest.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`,
  );
}

async function moreRows({ page }: WatchedPage, selector: string): Promise<void> {
  while ((await page.locator(selector).count()) < ROWS) {
    const more = page.getByRole('button', { name: 'Show more' });
    await more.click();
  }
}

const dashboard = `${service.origin}/api/dashboard`;
const collabTab = `${service.origin}/api/collab-tab`;
const entry = '.entry[data-seq]';

/** The measured views by name; VIEW in the environment chooses those whose names contain it. */
const views: Record<string, (name: string) => Promise<WatchedPage>> = {
  overview: (name) => opened(name, dashboard, '.sessions tbody .row-link', 5),

  async conversations(name) {
    const view = await opened(name, `${dashboard}#/conversations`, '.row-link', 50);
    await moreRows(view, '.row-link');
    await view.page.locator('.row-link').first().focus();
    await interactions('arrow down among 1 000 rows', view, 30, () => view.page.keyboard.press('ArrowDown'));
    return view;
  },

  async search(name) {
    const view = await opened(name, `${dashboard}#/search?q=frame`, '.row-link', 30);
    await view.page.getByRole('searchbox').focus();
    await interactions('a key in the search', view, 30, () => view.page.keyboard.press('x'));
    return view;
  },

  async transcript(name) {
    const view = await opened(name, `${dashboard}#/conversations/${longId}`, entry, 20);
    await scrolled(name, view, 'html');
    return view;
  },

  async queue(name) {
    const view = await opened(name, collabTab, '.item[data-session]', 50);
    const { page } = view;
    await page.getByText('All', { exact: true }).click();
    await moreRows(view, '.item[data-session]');
    await page.locator('.item[data-session]').nth(3).focus();
    await interactions('next conversation of 1 000', view, 20, () => page.keyboard.press('j'));
    return view;
  },

  async thread(name) {
    const view = await opened(name, `${collabTab}#/c/${longId}`, entry, 20);
    const { page } = view;
    const field = page.getByRole('textbox', { name: 'Reply to the visitor' });
    await field.focus();
    await interactions('a key in the composer', view, 30, () => page.keyboard.press('x'));
    await field.fill('Hello.');
    const cpuMs = await view.cpuOf(async () => {
      const last = await page.locator(entry).last().getAttribute('data-seq');
      await field.press('Enter');
      await page.locator(`${entry}[data-seq="${Number(last) + 1}"]`).waitFor();
    });
    figure('a message sent and stored', `CPU ${cpuMs.toFixed(0)} ms`);
    await scrolled(name, view, '.messages');
    return view;
  },
};

for (const [name, measure] of Object.entries(views)) {
  if (name.includes(process.env['VIEW'] ?? '')) await (await measure(name)).close();
}

await browser.close();
staticServer.close();
await service.stop();
