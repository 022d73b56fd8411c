import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AgentSessionsReply } from '../../src/desk/wire/agent.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { startAgentService, type AgentService } from '../support/service/agent-service.ts';
import { openContext } from '../support/browser/chromium.ts';
import { listen } from '../support/servers/listen.ts';
import { startVisitorDirectory, type RunningDirectory } from '../support/servers/visitor-directory.ts';
import { registryAdmin } from '../support/clients/registry.ts';
import { visitOfFrame, type RegisteredVisit } from '../widget/support/registered-site.ts';

/** The two sites of the business, and one that is not theirs. */
type Name = 'shop' | 'blog' | 'evil';

describe('a registered widget, from the admin to the agent', () => {
  let desk: AgentService;
  let directory: RunningDirectory;
  const servers: Server[] = [];
  const sites = { shop: '', blog: '', evil: '' };
  let widgetId: string;
  beforeAll(async () => {
    [desk, directory] = await Promise.all([startAgentService(), startVisitorDirectory()]);
    for (const name of ['shop', 'blog', 'evil'] as const) {
      const server = createServer((request, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(pageOf(request.url === '/frame'));
      });
      servers.push(server);
      sites[name] = await listen(server);
    }
  });
  beforeEach(async () => {
    directory.person = { sub: 'zoe|1', name: 'Zoë', email: 'zoe@shop.example' };
    const response = await desk.service.post('/api/widgets', {
      name: 'Shop',
      primaryDomain: 'shop.example',
      allowedOrigins: [sites.shop, sites.blog],
      signIn: { issuer: directory.issuer, clientId: directory.clientId },
    });
    expect(response.status).toBe(201);
    widgetId = WidgetReply.parse(await response.json()).widget.id;
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    await desk.close();
    await directory.close();
  });

  /** A page of a site, with the script or the plain frame. */
  function pageOf(hasFrame: boolean): string {
    const { origin } = desk.service;
    const frame = `<iframe src="${origin}/api/widget/frame?w=${widgetId}" title="Chat"></iframe>`;
    const script = `<script src="${origin}/api/widget.js?w=${widgetId}" async></script>`;
    return `<!doctype html><h1>Shop</h1>${hasFrame ? frame : script}`;
  }

  /** A visitor in a separate browser. */
  async function arrive(name: Name): Promise<RegisteredVisit> {
    const page = await (await openContext()).newPage();
    const visit = visitOfFrame(page);
    await page.goto(sites[name]);
    return visit;
  }

  /** Opens the list of the visitor's conversations. */
  async function openList(visit: RegisteredVisit) {
    await visit.panel.locator('summary').click();
    await visit.button('Conversations').click();
    return visit.panel.getByRole('region', { name: 'Conversations' });
  }

  /** The two conversations on top of the agents' list. */
  async function newest() {
    const listed = await desk.agent('Mia').get('/api/agent/sessions?limit=2');
    return AgentSessionsReply.parse(listed.body).sessions;
  }

  const leave = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

  test('works on two sites in two browsers at the same time, each with a separate stamped conversation', async () => {
    const [shop, blog] = await Promise.all([arrive('shop'), arrive('blog')]);
    await Promise.all([shop.open(), blog.open()]);
    await Promise.all([shop.send('From the shop'), blog.send('Source: the blog')]);
    await Promise.all([
      shop.log.getByText('Hello there.').waitFor(),
      blog.log.getByText('Hello there.').waitFor(),
    ]);
    await expect.poll(() => shop.log.innerText()).not.toContain('Source: the blog');
    const [one, other] = await newest();
    expect(one?.sessionId).not.toBe(other?.sessionId);
    for (const session of [one, other]) {
      expect(session?.widget).toEqual({ id: widgetId, name: 'Shop', primaryDomain: 'shop.example' });
    }
    // Begins another one, and returns to the first by the token that was kept for it.
    await (await openList(shop)).getByRole('button', { name: 'Start a new conversation' }).click();
    await shop.send('Another question');
    await shop.log.getByText('Hello there.').waitFor();
    await (await openList(shop)).getByRole('button', { name: 'From the shop' }).click();
    await shop.log.getByText('From the shop').waitFor();
    await shop.send('Again');
    await shop.log.getByText('Again').waitFor();
    await expect
      .poll(async () => (await newest()).map(({ opening }) => opening))
      .toContain('Another question');
    expect([...shop.errors, ...blog.errors]).toEqual([]);
    await leave(shop.page, blog.page);
  });

  test('says that it is not available after an admin has disabled it', async () => {
    const visit = await arrive('shop');
    await visit.open();
    await visit.send('Hello');
    await visit.log.getByText('Hello there.').waitFor();
    expect(
      (await registryAdmin(desk.service).send('PATCH', `widgets/${widgetId}`, { enabled: false })).status,
    ).toBe(200);
    await visit.send('Still there?');
    await visit.frame.getByText('This chat is not available here.').waitFor();
    await leave(visit.page);
  });

  test('is blocked by the browser in a frame of a site that is not allowed', async () => {
    const page = await (await openContext()).newPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(`${sites.evil}/frame`);
    await expect.poll(() => refused.join()).toContain('frame-ancestors');
    expect(page.frames().map((frame) => frame.url())).not.toContain(
      `${desk.service.origin}/api/widget/frame?w=${widgetId}`,
    );
    await page.goto(`${sites.shop}/frame`);
    await visitOfFrame(page, 'iframe').input.waitFor();
    await leave(page);
  });
});
