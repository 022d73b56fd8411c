import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { holdTimers, passTime } from '../support/browser/held-timers.ts';
import { visitOf } from './support/site.ts';
import { onSite as it } from './support/with-sites.ts';

/** Tasks one after another, before which no idle callback runs. */
const BUSY = `
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    for (const start = performance.now(); performance.now() - start < 5; );
    port2.postMessage(0);
  };
  port2.postMessage(0);
`;

it('the launcher appears after 5 seconds on a page that is never idle', async ({ site }) => {
  await holdTimers(site.context);
  const visit = visitOf(await site.context.newPage());
  await visit.page.goto(site.page({ head: `<script>${BUSY}</script>` }));
  await visit.page.waitForFunction('window.ChatWidget?.version');
  await passTime(visit.page, 5000);
  await visit.launcher.waitFor();
});

it('a panel that was open is opened once on a page that loads slowly', async ({ site }) => {
  await holdTimers(site.context);
  const visit = await site.opened();
  const held: Route[] = [];
  await visit.page.route('**/slow.png', (route) => void held.push(route));
  await visit.page.goto(site.page({ body: '<img src="slow.png" alt="">' }), { waitUntil: 'commit' });
  await visit.page.waitForFunction('window.ChatWidget?.version');
  await expect.poll(() => visit.launcher.count()).toBe(0);
  await passTime(visit.page, 5000);
  await visit.input.waitFor();
  await visit.button('Close').click();
  const idle = visit.page.evaluate(
    () => new Promise((done) => addEventListener('load', () => requestIdleCallback(done))),
  );
  await held[0]?.abort();
  await idle;
  await expect.poll(() => visit.panel.isVisible()).toBe(false);
});
