import type { Browser, CDPSession, Page } from 'playwright-core';

/** The page's own measurements: the times of interactions, and of tasks longer than 50 ms. */
const WATCH = `
  window.interactions = new Map();
  window.longTasks = [];
  const watch = (type, more, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch('longtask', {}, ({ duration }) => longTasks.push(duration));
  watch('event', { durationThreshold: 16 }, ({ interactionId: id, duration }) => {
    if (id) interactions.set(id, Math.max(duration, interactions.get(id) ?? 0));
  });
  window.frames2 = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  window.rendered = async (selector, count) => {
    while (document.querySelectorAll(selector).length < count) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  };
`;

/** Interactions below it have no entry: the browser reports none shorter than this. */
const SHORTEST_MS = 16;

export interface WatchedPage {
  page: Page;
  /**
   * Milliseconds from the start of the navigation until `count` elements are rendered and a task runs, and
   * the main thread's CPU milliseconds.
   */
  open(url: string, selector: string, count: number): Promise<{ ms: number; cpuMs: number }>;
  /** Milliseconds of each interaction until its next frame, as the browser reports them, and CPU as above. */
  interact(times: number, act: () => Promise<void>): Promise<{ ms: number[]; cpuMs: number }>;
  /** CPU milliseconds of the main thread while `act` runs. */
  cpuOf(act: () => Promise<unknown>): Promise<number>;
  /** The longest task while `act` runs, in milliseconds; 50 if all were shorter. */
  longestTask(act: () => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** Opens an empty page in a separate browser, whose CPU is slowed down by a factor. */
export async function watchedPage(browser: Browser, slowdown: number): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await page.addInitScript(WATCH);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const cpuMs = async () => (await metric(client, 'TaskDuration')) * 1000;
  const settled = () => page.evaluate('frames2()');

  return {
    page,
    async open(url, selector, count) {
      await page.goto('about:blank');
      const before = await cpuMs();
      await page.goto(url, { waitUntil: 'commit' });
      const ms = Number(await page.evaluate(`rendered(${JSON.stringify(selector)}, ${count})`));
      await settled();
      const after = await cpuMs();
      // A separate process counts from the beginning.
      return { ms, cpuMs: after < before ? after : after - before };
    },
    async interact(times, act) {
      await settled();
      await page.evaluate('interactions.clear()');
      const before = await cpuMs();
      for (let index = 0; index < times; index++) {
        await act();
        await settled();
      }
      const used = (await cpuMs()) - before;
      const reported = await page.evaluate<number[]>('[...interactions.values()]');
      const short = Array.from({ length: Math.max(0, times - reported.length) }, () => SHORTEST_MS);
      return { ms: [...reported, ...short], cpuMs: used / times };
    },
    async cpuOf(act) {
      const before = await cpuMs();
      await act();
      await settled();
      return (await cpuMs()) - before;
    },
    async longestTask(act) {
      await page.evaluate('void (longTasks.length = 0)');
      await act();
      await settled();
      return Number(await page.evaluate('Math.max(50, ...longTasks)'));
    },
    close: () => context.close(),
  };
}

async function metric(client: CDPSession, name: string): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find((it) => it.name === name)?.value ?? Number.NaN;
}

/**
 * Scrolls an element from its top to its end, a step each frame; a function for the page. Fails if the
 * browser shows no frame for 10 seconds, or if the position does not reach the end. A waiting page uses a
 * core as well, because CPU throttling keeps the core busy.
 */
export const SCROLL = `async (selector) => {
  const element = document.querySelector(selector);
  const frame = () => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No frame at ' + element.scrollTop)), 10_000);
    requestAnimationFrame(() => resolve(clearTimeout(timer)));
  });
  element.scrollTop = 0;
  await frame();
  await frame();
  let steps = 0;
  for (let last = -1; element.scrollTop !== last;) {
    if (++steps > 100 + element.scrollHeight / 500) throw new Error('Not at the end: ' + element.scrollTop);
    last = element.scrollTop;
    element.scrollTop += 1500;
    await frame();
  }
}`;
