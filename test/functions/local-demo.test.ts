import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { demoPages, demoWidgets } from '../../functions/local-demo.ts';
import { localShop } from '../../functions/local-shop.ts';
import { shopActions } from '../../functions/local-shop-actions.ts';
import { folderDocuments } from '../../src/adapters/knowledge/folder.ts';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';
import { ActionEdit } from '../../src/actions/records/action.ts';
import { themeWarnings } from '../../src/widgets/rules/theme-warnings.ts';
import { INDUSTRIES } from '../../src/web/demo/industries.ts';
import { SHOP_ISSUER } from '../../src/web/demo/shop-orders.ts';
import { demoSite } from '../../src/web/demo/site.tsx';
import { askToken } from '../support/clients/visitor.ts';
import { scriptedWebsites } from '../support/ports/scripted-websites.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startService } from '../support/service/service.ts';

const FOLDER = fileURLToPath(new URL('../../src/web/demo', import.meta.url));
const SITE = 'http://localhost:7080';
const [BICYCLES] = INDUSTRIES;

test.each(INDUSTRIES)('the pages of $name agree with its documents', async (industry) => {
  const pages = await demoPages(FOLDER)(industry);
  const documents = await folderDocuments(FOLDER, industry.id);
  expect(pages.map(({ slug }) => `${slug}.md`)).toEqual(documents.map(({ name }) => name));
  const shown = JSON.stringify(pages);
  const [first = ''] = documents.map(({ markdown }) => markdown.trim().split('\n').at(-1));
  expect(shown).toContain(first);
  expect(shown).not.toContain('synonyms:');
});

test.each(INDUSTRIES)(
  'the documents of $name answer every suggested question of its page',
  async ({ id, chat, offers }) => {
    const index = knowledgeIndex(() => folderDocuments(FOLDER, id));
    const questions = [...chat.suggestions, ...offers.map(({ question }) => question)];
    const answers = await Promise.all(questions.map((question) => index.answer([question])));
    expect(questions.filter((_question, at) => answers[at]?.best === undefined)).toEqual([]);
  },
);

test.each(INDUSTRIES)('the theme of $name is unique and has enough contrast', ({ palette, theme }) => {
  const tokens = { color: palette.accent, ...theme };
  expect(themeWarnings({ ...tokens, theme: 'light' })).toEqual([]);
  const same = INDUSTRIES.filter((other) => other.theme.surface === theme.surface);
  expect(same).toHaveLength(1);
});

test('a page that is opened twice concurrently creates one widget, and keeps the changes of an admin', async () => {
  const { websites } = scriptedWebsites({
    'localhost:7080': { pages: { '/bicycles': { markdown: 'Bells' } } },
  });
  const service = await startService({ websites });
  onTestFinished(() => service.close());
  const { widgets, assistants, websiteSources } = service.services;
  const before = (await assistants.list()).length;
  const widgetOf = demoWidgets(service.services, FOLDER);
  const ids = await Promise.all([widgetOf(BICYCLES, SITE), widgetOf(BICYCLES, SITE)]);
  const [made, ...others] = await widgets.list();
  expect(others).toEqual([]);
  expect(ids).toEqual([made?.widget.id, made?.widget.id]);
  expect((await assistants.list()).length).toBe(before + 1);

  const { id, name, primaryDomain, allowedOrigins, assistantId } = made?.widget ?? expect.unreachable();
  const [source] = await websiteSources.list(assistantId);
  expect(source?.address).toBe(`${SITE}/bicycles`);
  // The words of visitors, which no page shows.
  expect(
    (await assistants.find(assistantId ?? ''))?.documents.map(({ name: document }) => document),
  ).toContain('delivery-and-returns.md');
  await widgets.update(id, { name, primaryDomain, allowedOrigins, assistantId, branding: { title: 'Mine' } });
  expect(await widgetOf(BICYCLES, 'http://localhost:7081')).toBe(id);
  expect((await widgets.find(id))?.widget).toMatchObject({
    branding: { title: 'Mine' },
    allowedOrigins: [SITE, 'http://localhost:7081'],
  });
});

const ORDERS = 'http://127.0.0.1:7081';

test('the actions of the bicycle shop are valid and have all their fields', () => {
  for (const edit of shopActions(ORDERS)) expect(ActionEdit.parse(edit)).toEqual(edit);
});

test('a business has its home page and its text pages, no other, and without tokens no sign-in', async () => {
  const server = createServer(demoSite(SITE, undefined, demoPages(FOLDER)));
  onTestFinished(() => closeServer(server));
  const site = await listen(server);
  const [page] = await demoPages(FOLDER)(BICYCLES);
  const paths = ['/bicycles', `/bicycles/${page?.slug}`, '/bicycles/no-such-page', '/no-such-business'];
  const statuses = paths.map(async (path) => (await fetch(`${site}${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
  for (const path of paths) expect(await (await fetch(`${site}${path}`)).text()).not.toContain('Sign in as');
});

test('the customer of the bicycle shop signs in, and the page passes their identity token to the chat', async () => {
  const { websites } = scriptedWebsites({
    'localhost:7080': { pages: { '/bicycles': { markdown: 'Bells' } } },
  });
  const service = await startService({ websites });
  onTestFinished(() => service.close());
  const { actions, widgets } = service.services;
  const shop = localShop({ services: service.services, script: 'none.js', port: 0, serviceUrl: SITE });
  const widgetOf = demoWidgets(service.services, FOLDER, () => Promise.resolve(ORDERS));
  const server = createServer(
    demoSite(service.origin, (industry) => widgetOf(industry, SITE), demoPages(FOLDER), {
      tokenFor: (id) => shop.tokenFor(id),
    }),
  );
  onTestFinished(() => closeServer(server));
  const site = await listen(server);
  const page = async (path: string, cookie = '') =>
    await (await fetch(`${site}${path}`, { headers: { cookie } })).text();
  const post = (path: string, cookie = '') =>
    fetch(`${site}${path}`, { method: 'POST', headers: { cookie }, redirect: 'manual' });

  const before = await page('/bicycles');
  expect(before).toContain('Sign in as Mia Jensen');
  expect(before).not.toContain('account.js');
  expect(await page('/dental')).not.toContain('Sign in as');
  const [made] = await widgets.list();
  const { id, assistantId, siteLogin } = made?.widget ?? expect.unreachable();
  expect(siteLogin).toEqual({ issuer: SHOP_ISSUER, claims: ['customer_number'] });
  expect((await actions.list(assistantId ?? '')).map(({ name, enabled }) => [name, enabled])).toEqual([
    ['list_orders', true],
    ['track_order', true],
    ['change_delivery_date', true],
    ['cancel_order', true],
  ]);

  expect((await post('/bicycles/chat-token')).status).toBe(403);
  const signedIn = await post('/bicycles/sign-in');
  expect(signedIn.headers.get('location')).toBe('/bicycles');
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  const shown = await page('/bicycles', cookie);
  expect(shown).toContain('10423');
  expect(shown).toContain('data-account="signed-in"');
  const identity = await (await post('/bicycles/chat-token', cookie)).text();
  expect((await askToken(service, id, { identity })).visitor).toEqual({
    name: 'Mia Jensen',
    email: 'mia.jensen@harbour-cycles.example',
  });

  const signedOut = await post('/bicycles/sign-out', cookie);
  expect(signedOut.headers.get('set-cookie')).toContain('Max-Age=0');
  expect(await page(signedOut.headers.get('location') ?? '')).toContain('data-account="signed-out"');
});
