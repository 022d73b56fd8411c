import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../test/support/browser/chromium.ts';
import { listen } from '../test/support/servers/listen.ts';
import { buildRelease } from '../widget/build.ts';
import { figure, quantile, ratio } from './support/report.ts';

// The widget's cost for the page that embeds it: an otherwise empty page, with the CPU slowed four times,
// compared with the same page without the script tag, loaded alternately in the same browser. The floor is a
// script that only shows a round button: what a browser needs to lay out and paint anything at all.
const SLOWDOWN = 4;
const ROUNDS = 15;
/** Long enough for everything that starts automatically after load. */
const SETTLE_MS = 1500;

interface Cost {
  bytes: number;
  requests: number;
  /** Main-thread time in milliseconds. */
  mainThread: number;
  /** Total blocking time: the part of long tasks beyond 50 ms. */
  blocking: number;
  /** From the click on the launcher to the first frame in which the visitor can type. */
  clickToInput: number;
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

/** Makes `clickToInput` a promise of the time from the next click to a frame with the input focused. */
const TIME_THE_CLICK = `window.clickToInput = new Promise((resolve) => {
  const host = document.querySelector('chat-widget');
  addEventListener('pointerdown', (event) => {
    const startedAt = event.timeStamp;
    host.shadowRoot.addEventListener('focusin', ({ target }) => {
      if (target.localName !== 'textarea') return;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    });
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
    measured.requests++;
    response.writeHead(200, {
      'content-type': contentType,
      'content-encoding': 'gzip',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(gzipSync(content(request.url ?? '/'), { level: 9 }));
    request.socket.on('close', () => (measured.bytes += request.socket.bytesWritten));
  });
  const measured: Measured = { server, origin: await listen(server), requests: 0, bytes: 0 };
  return measured;
}

async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find((it) => it.name === name)?.value ?? Number.NaN;
}

async function costOf(browser: Browser, url: string, withWidget: boolean): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await page.addInitScript(OBSERVE);
  await client.send('Performance.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const { requests, bytes } = service;
  await page.goto(url);
  await page.waitForTimeout(SETTLE_MS);
  const mainThread = (await metric(client, 'TaskDuration')) * 1000;
  const blocking = Number(await page.evaluate('blocking'));
  await client.send('HeapProfiler.collectGarbage');
  const heapBytes = await metric(client, 'JSHeapUsedSize');
  // The click loads the panel, which is no cost of the page's own load.
  const loaded = { bytes: service.bytes - bytes, requests: service.requests - requests };
  let clickToInput = Number.NaN;
  if (withWidget) {
    await page.evaluate(TIME_THE_CLICK);
    await page.mouse.click(1280 - 48, 800 - 48);
    clickToInput = Number(await page.evaluate('clickToInput'));
  }
  await context.close();
  return {
    ...loaded,
    mainThread,
    blocking,
    clickToInput,
    heapBytes,
  };
}

const {
  widget: { code },
  modules,
} = await buildRelease();
const panel = modules.get('panel.js')?.code ?? '';
const service = await serve('text/javascript; charset=utf-8', (path) => {
  if (path === '/button.js') return BARE_BUTTON;
  return path.endsWith('/panel.js') ? panel : code;
});
const SCRIPTS: Readonly<Record<string, string>> = { '/with': '/api/widget.js', '/button': '/button.js' };
const tagOn = (path: string) => {
  const script = SCRIPTS[path];
  return script === undefined ? '' : `<script src="${service.origin}${script}" async></script>`;
};
const site = await serve(
  'text/html; charset=utf-8',
  (path) =>
    '<!doctype html><html lang="en"><head><title>Nothing</title><link rel="icon" href="data:,">' +
    `${tagOn(path)}</head><body></body></html>`,
);
const browser = await launchBrowser();

// The first pages include the browser's own start-up.
for (let round = 0; round < 2; round++) await costOf(browser, `${site.origin}/with`, true);
const empty: Cost[] = [];
const bare: Cost[] = [];
const full: Cost[] = [];
for (let round = 0; round < ROUNDS; round++) {
  empty.push(await costOf(browser, `${site.origin}/without`, false));
  bare.push(await costOf(browser, `${site.origin}/button`, false));
  full.push(await costOf(browser, `${site.origin}/with`, true));
}
await browser.close();
for (const { server } of [site, service]) server.close();

const median = (costs: readonly Cost[], what: keyof Cost) =>
  quantile(
    costs.map((cost) => cost[what]),
    0.5,
  );
const [wire = 0, ofPanel = 0] = [code, panel].map((text) => gzipSync(text, { level: 9 }).length);
figure('the script, gzip', `${wire} bytes (aim at most 4000), ${code.length} before`);
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
const clicks = full.map((cost) => cost.clickToInput);
figure(
  'click to an input that can be typed in',
  `p50 ${quantile(clicks, 0.5).toFixed(0)} ms, p99 ${quantile(clicks, 0.99).toFixed(0)} ms, worst ${Math.max(...clicks).toFixed(0)} ms (aim under 150), CPU slowed ${SLOWDOWN} times`,
);
const [heap, heapBefore] = [median(full, 'heapBytes'), median(empty, 'heapBytes')];
ratio(
  'heap against the empty page',
  heap / heapBefore,
  '-',
  `${Math.round(heap / 1024)} KiB, ${Math.round(heapBefore / 1024)} KiB without`,
);
