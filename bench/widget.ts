import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/chromium.ts';
import { listen } from '../test/support/servers/listen.ts';
import { figure, quantile, ratio } from './support/report.ts';

// The widget's cost for the page that embeds it: an otherwise empty page, with the CPU slowed four times,
// compared with the same page without the script tag, loaded alternately in the same browser. The floor is a
// script that only shows a round button: what a browser needs to lay out and paint anything at all.
//
// The click is also measured with the build of another commit, alternately in the same browser:
// `WIDGET_BEFORE=<its dist folder> npm run bench -- widget`.
const SLOWDOWN = 4;
const ROUNDS = 15;
/** For each way of clicking and each build: the 99th percentile is their slowest one. */
const CLICKS = 40;
/** The round trip of a slow phone, in milliseconds. */
const ROUND_TRIP_MS = 400;
/** From the moment when a pointer comes near the launcher to its click, in milliseconds. */
const APPROACH_MS = 500;
/** Long enough for everything that starts automatically after load. */
const SETTLE_MS = 1500;

interface Cost {
  bytes: number;
  requests: number;
  /** Main-thread time in milliseconds. */
  mainThread: number;
  /** Total blocking time: the part of long tasks beyond 50 ms. */
  blocking: number;
  heapBytes: number;
}

/** The smallest script with a launcher that a page's own styles do not change. */
const BARE_BUTTON = `(() => {
  const host = document.createElement('chat-widget');
  const launcher = document.createElement('button');
  launcher.style.cssText =
    'position:fixed;right:20px;bottom:20px;width:56px;height:56px;border:0;border-radius:50%;background:#2f5bea';
  host.attachShadow({ mode: 'open' }).append(launcher);
  document.body.append(host);
})()`;

/** Observes long tasks, from the start of the page. */
const OBSERVE = `
  window.blocking = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.blocking += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
`;

/**
 * Makes `clickToInput` a promise of the time from the next click to a frame with the input focused. The panel
 * stops its events, so the listener captures them.
 */
const TIME_THE_CLICK = `window.clickToInput = new Promise((resolve) => {
  const host = document.querySelector('chat-widget');
  addEventListener('pointerdown', (event) => {
    const startedAt = event.timeStamp;
    host.shadowRoot.addEventListener('focusin', ({ target }) => {
      if (target.localName !== 'textarea') return;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    }, { capture: true });
  }, { capture: true, once: true });
});
0`;

interface Measured {
  server: Server;
  origin: string;
  requests: number;
  /** Sent, headers included. */
  bytes: number;
}

async function serve(contentType: string, content: (path: string) => string): Promise<Measured> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    measured.requests++;
    response.writeHead(200, {
      'content-type': contentType,
      'content-encoding': 'gzip',
      'access-control-allow-origin': '*',
      // As the service sends it: files of a release never change.
      'cache-control': path.includes('/widget/') ? 'public, max-age=31536000, immutable' : 'no-store',
      connection: 'close',
    });
    response.end(gzipSync(content(path), { level: 9 }));
    request.socket.on('close', () => (measured.bytes += request.socket.bytesWritten));
  });
  const measured: Measured = { server, origin: await listen(server), requests: 0, bytes: 0 };
  return measured;
}

async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find((it) => it.name === name)?.value ?? Number.NaN;
}

async function openPage(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await page.addInitScript(OBSERVE);
  await client.send('Performance.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  return { context, page, client };
}

async function costOf(browser: Browser, url: string): Promise<Cost> {
  const { requests, bytes } = service;
  const { context, page, client } = await openPage(browser, url);
  const mainThread = (await metric(client, 'TaskDuration')) * 1000;
  const blocking = Number(await page.evaluate('blocking'));
  await client.send('HeapProfiler.collectGarbage');
  const heapBytes = await metric(client, 'JSHeapUsedSize');
  await context.close();
  return {
    bytes: service.bytes - bytes,
    requests: service.requests - requests,
    mainThread,
    blocking,
    heapBytes,
  };
}

/** From the click on the launcher to the first frame in which the visitor can type, in milliseconds. */
async function clickToInput(browser: Browser, url: string, approachMs: number): Promise<number> {
  const { context, page, client } = await openPage(browser, url);
  await client.send('Network.enable');
  const slow = { offline: false, latency: ROUND_TRIP_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await client.send('Network.emulateNetworkConditions', slow);
  await page.evaluate(TIME_THE_CLICK);
  if (approachMs > 0) {
    await page.mouse.move(1280 - 100, 800 - 100);
    await page.waitForTimeout(approachMs);
  }
  await page.mouse.click(1280 - 48, 800 - 48);
  const time = Number(await page.evaluate('clickToInput'));
  await context.close();
  return time;
}

/** The files of a build by their paths below the endpoints of the service. */
async function readBuild(dist: string): Promise<ReadonlyMap<string, string>> {
  const read = async (path: string) => await readFile(join(dist, path), 'utf8');
  const script = await read('widget.js');
  const version = /"widget\/([^"/]+)\/"/.exec(script)?.[1] ?? '';
  const folder = `widget-releases/${version}`;
  const names = globSync(['*.js', '*.json'], { cwd: join(dist, folder) });
  const files = await Promise.all(
    names.map(async (name) => [`widget/${version}/${name}`, await read(`${folder}/${name}`)] as const),
  );
  return new Map([['widget.js', script], ...files]);
}

const present = await readBuild(join(dirname(import.meta.dirname), 'dist'));
const builds = new Map([['now', present]]);
const earlier = process.env['WIDGET_BEFORE'];
if (earlier) builds.set('before', await readBuild(earlier));
const fileOf = (path: string) => {
  const [, name = '', ...rest] = path.split('/');
  return builds.get(name)?.get(rest.join('/')) ?? '';
};
const service = await serve('text/javascript; charset=utf-8', (path) =>
  path === '/button.js' ? BARE_BUTTON : fileOf(path),
);
/** A page for each build by its name, and two more to compare with. */
const tagOn = (path: string) => {
  if (path === '/without') return '';
  const script = path === '/button' ? '/button.js' : `${path}/widget.js`;
  return `<script src="${service.origin}${script}" async></script>`;
};
const site = await serve(
  'text/html; charset=utf-8',
  (path) =>
    '<!doctype html><html lang="en"><head><title>Nothing</title><link rel="icon" href="data:,">' +
    `${tagOn(path)}</head><body></body></html>`,
);
const browser = await launchBrowser();

// The first pages include the browser's own start-up.
for (let round = 0; round < 2; round++) await costOf(browser, `${site.origin}/now`);
const empty: Cost[] = [];
const bare: Cost[] = [];
const full: Cost[] = [];
for (let round = 0; round < ROUNDS; round++) {
  empty.push(await costOf(browser, `${site.origin}/without`));
  bare.push(await costOf(browser, `${site.origin}/button`));
  full.push(await costOf(browser, `${site.origin}/now`));
}
const clicks = new Map<string, number[]>();
for (let round = 0; round < CLICKS; round++) {
  for (const [way, approachMs] of [
    ['after an approach', APPROACH_MS],
    ['without one', 0],
  ] as const) {
    for (const build of builds.keys()) {
      const name = `click to input ${way}, ${build}`;
      const times = clicks.get(name) ?? [];
      clicks.set(name, times);
      times.push(await clickToInput(browser, `${site.origin}/${build}`, approachMs));
    }
  }
}
await browser.close();
for (const { server } of [site, service]) server.close();

const median = (costs: readonly Cost[], what: keyof Cost) =>
  quantile(
    costs.map((cost) => cost[what]),
    0.5,
  );
const sizes = Array.from(present, ([path, text]) => [path, gzipSync(text, { level: 9 }).length] as const);
const [wire = 0, ofPanel = 0] = ['widget.js', '/panel.js'].map(
  (end) => sizes.find(([path]) => path.endsWith(end))?.[1],
);
figure('the script, gzip', `${wire} bytes (aim at most 4000)`);
figure('until the first answer, gzip', `${wire + ofPanel} bytes (aim at most 18000)`);
figure('bytes over the wire, headers included', `${median(full, 'bytes')}`);
figure('requests', `${median(full, 'requests')} (aim 1)`);
const [mainThread = 0, bareButton = 0, mainThreadBefore = 0] = [full, bare, empty].map((costs) =>
  median(costs, 'mainThread'),
);
ratio(
  'main-thread time against the empty page',
  mainThread / mainThreadBefore,
  '-',
  `${mainThread.toFixed(1)} ms, ${mainThreadBefore.toFixed(1)} ms without: ${(mainThread - mainThreadBefore).toFixed(1)} ms more, of which ${(bareButton - mainThreadBefore).toFixed(1)} ms for any button`,
);
const [blocking, blockingBefore] = [median(full, 'blocking'), median(empty, 'blocking')];
figure(
  'total blocking time',
  `${blocking.toFixed(1)} ms, ${blockingBefore.toFixed(1)} ms without (aim equal); worst ${Math.max(...full.map((cost) => cost.blocking)).toFixed(1)} and ${Math.max(...empty.map((cost) => cost.blocking)).toFixed(1)} ms`,
);
for (const [name, times] of clicks) {
  figure(
    name,
    `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms, CPU slowed ${SLOWDOWN} times, a round trip of ${ROUND_TRIP_MS} ms`,
  );
}
const [heap, heapBefore] = [median(full, 'heapBytes'), median(empty, 'heapBytes')];
ratio(
  'heap against the empty page',
  heap / heapBefore,
  '-',
  `${Math.round(heap / 1024)} KiB, ${Math.round(heapBefore / 1024)} KiB without`,
);
