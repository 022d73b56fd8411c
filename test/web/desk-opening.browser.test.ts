import { expect, test } from 'vitest';
import { sharedFixture } from '../support/fixtures.ts';
import { passTime } from '../support/browser/held-timers.ts';
import { connection, holdAnswers } from './support/held-answers.ts';
import { startOffice } from './support/office.ts';

const office = sharedFixture(() => startOffice({ settings: { PLAN_ID: 'growth' } }));

test('the first requests for a linked conversation are sent in parallel, each once', async () => {
  const id = await office.conversation('human_requested', 'Do you ship to Norway?');
  const mia = await office.agent('Mia Berg', { clock: 'held' });
  await mia.page.goto('about:blank');
  const asked: string[] = [];
  mia.page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(agent|plan)/.test(pathname)) asked.push(pathname.replace(id, ':id') + search);
  });
  const connected = connection(mia.page);
  const release = await holdAnswers(mia.page, /\/api\/(agent|plan)/);
  await mia.page.goto(`${office.service.origin}/api/collab-tab#/c/${id}`);
  const first = [
    '/api/agent/me',
    '/api/agent/negotiate',
    '/api/agent/sessions/:id',
    '/api/agent/sessions/:id/messages?after=0',
    '/api/agent/sessions/:id/notes',
    '/api/agent/sessions?status=claimed&claimedBy=me&limit=200',
    '/api/agent/sessions?status=human_requested&limit=200',
    '/api/agent/tags',
    '/api/plan',
  ];
  await expect.poll(() => asked.toSorted()).toEqual(first);
  await release();
  await mia.thread.getByText('Do you ship to Norway?').waitFor();
  await connected;
  await mia.row(await office.conversation('human_requested', 'And to Sweden?')).waitFor();
  // The list of mentions is behind a button, so it is asked for after them.
  await expect.poll(() => asked.toSorted()).toEqual([...first, '/api/agent/mentions'].toSorted());
  expect(mia.complaints).toEqual([]);
  await mia.page.close();
});

test('a visitor who begins to wait before the real-time connection is open is listed after 5 seconds', async () => {
  const lee = await office.agent('Lee Okafor', { clock: 'held' });
  const release = await holdAnswers(lee.page, '**/api/agent/negotiate');
  await lee.page.reload();
  await lee.list.getByText('Waiting for a person').waitFor();
  const id = await office.conversation('human_requested', 'Is anyone there?');
  const connected = connection(lee.page);
  await release();
  await connected;
  await passTime(lee.page, 5_000);
  await lee.row(id).waitFor();
  await lee.page.close();
});

test('a missing part after a deployment of a newer version reloads the page once', async () => {
  const ana = await office.agent('Ana Souza');
  let loads = 0;
  ana.page.on('load', () => loads++);
  await ana.page.route('**/desk-browser-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await ana.page.reload();
  await ana.list.waitFor();
  expect(loads).toBe(2);
  await ana.page.route('**/desk-browser-*.js', (route) => route.fulfill({ status: 404 }));
  await ana.page.reload();
  await ana.page.getByText('A part of this page could not be loaded.').waitFor();
  await ana.page.close();
});

test('a part that cannot be loaded because of the network does not reload the page', async () => {
  const jonas = await office.agent('Jonas Keller');
  let loads = 0;
  jonas.page.on('load', () => loads++);
  // The page itself still came.
  await jonas.page.route('**/desk-browser-*.js', async (route) => {
    await jonas.context.setOffline(true);
    await route.abort('internetdisconnected');
  });
  await jonas.page.reload();
  await jonas.page.getByText('A part of this page could not be loaded.').waitFor();
  await jonas.context.setOffline(false);
  await jonas.page.unroute('**/desk-browser-*.js');
  await jonas.page.getByRole('button', { name: 'Try again' }).click();
  await jonas.list.waitFor();
  expect(loads).toBe(2);
  await jonas.page.close();
});

test('a dialog whose code is missing reloads the page once, and then shows an error', async () => {
  const kim = await office.agent('Lee Okafor');
  await kim.page.route('**/desk-on-demand-*.js', (route) => route.fulfill({ status: 404 }));
  let loads = 0;
  kim.page.on('load', () => loads++);
  await kim.page.reload();
  await kim.list.waitFor();
  // The offer of notifications is in the same part, so it can be the one that reloads the page.
  await expect
    .poll(async () => {
      if (loads === 1) await kim.page.keyboard.press('?');
      return loads;
    })
    .toBe(2);
  await kim.list.waitFor();
  await expect
    .poll(async () => {
      await kim.page.keyboard.press('?');
      return await kim.page.getByRole('dialog', { name: 'Not loaded' }).count();
    })
    .toBe(1);
  await kim.page.getByRole('dialog', { name: 'Not loaded' }).getByText('could not be loaded').waitFor();
  await kim.page.keyboard.press('Escape');
  await expect.poll(() => kim.page.getByRole('dialog').count()).toBe(0);
  expect(loads).toBe(2);
  await kim.page.close();
});
