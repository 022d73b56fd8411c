import { expect } from 'vitest';
import { holdTimers, passTime } from '../support/browser/held-timers.ts';
import type { Fault } from './support/fake-service.ts';
import { onSite as it, withSites } from './support/with-sites.ts';

const startSite = withSites();

/** How the platform itself turns a crowd away: no body, no CORS headers. A browser sees a network error. */
const crowded: Fault = (_request, response) => {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(429).end();
};

async function sentToACrowd() {
  const site = await startSite();
  await holdTimers(site.context);
  const visit = await site.opened();
  site.service.fault('chat/stream', crowded);
  await visit.send('Hello');
  await visit.panel.getByText(/^The chat is busy. Your message will be sent in [4-6] s\.$/).waitFor();
  const asked = () => site.service.requests.filter(({ path }) => path === 'chat/stream').length;
  return { ...site, visit, asked };
}

it('a busy instance is shown as busy, and the message is sent again automatically', async () => {
  const { service, visit, asked } = await sentToACrowd();
  expect(asked()).toBe(1);
  service.fault('chat/stream', undefined);
  await passTime(visit.page, 7000);
  await visit.log.getByText('You said: Hello').waitFor();
  expect(asked()).toBe(2);
});

it('the visitor can send immediately instead of waiting', async () => {
  const { service, visit, asked } = await sentToACrowd();
  service.fault('chat/stream', undefined);
  await visit.button('Try again').click();
  await visit.log.getByText('You said: Hello').waitFor();
  await passTime(visit.page, 7000);
  expect(asked()).toBe(2);
});

it('the message is sent again at the time that the service states, and not earlier', async ({ site }) => {
  await holdTimers(site.context);
  const visit = await site.opened();
  site.service.fault('chat/stream', (_request, response) => {
    response.writeHead(429, { 'retry-after': '40' }).end('{"error":"rate-limited"}');
  });
  await visit.send('Hello');
  await visit.panel.getByText('Your message will be sent in 40 s.').waitFor();
  site.service.fault('chat/stream', undefined);
  await passTime(visit.page, 35_000);
  await visit.panel.getByText('Your message will be sent in 5 s.').waitFor();
  expect(site.service.sessions.size).toBe(0);
  await passTime(visit.page, 7000);
  await visit.log.getByText('You said: Hello').waitFor();
});
