import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openContext } from '../support/browser/chromium.ts';
import { expectInView } from '../support/browser/visible.ts';
import { WidgetReply } from '../../src/widgets/wire/widgets.ts';
import { freshFixture } from '../support/fixtures.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startVisitorDirectory } from '../support/servers/visitor-directory.ts';
import { visitOfFrame } from '../widget/support/registered-site.ts';
import { startBusiness, WIDTHS } from './support/business.ts';

const directory = freshFixture(() => startVisitorDirectory());
const business = freshFixture(() => startBusiness());
const shop = freshFixture(async () => {
  const widget = { id: '' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const script = `<script src="${business.service.origin}/api/widget.js?w=${widget.id}" async></script>`;
    const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';
    response.end(`<!doctype html><html lang="en"><head>${viewport}</head><h1>Shop</h1>${script}</html>`);
  });
  const origin = await listen(server);
  const made = await business.service.post('/api/widgets', {
    name: 'Shop',
    primaryDomain: 'shop.example',
    allowedOrigins: [origin],
    signIn: { issuer: directory.issuer, clientId: directory.clientId },
  });
  widget.id = WidgetReply.parse(await made.json()).widget.id;
  return { origin, close: () => closeServer(server) };
});

test.each(WIDTHS)(
  'a customer signs in, finds the conversation on another device, and the agent sees who it is, at %i px',
  async (width) => {
    directory.person = { sub: 'zoe|1', name: 'Zoë Brandt', email: 'zoe@shop.example', email_verified: true };
    const arrive = async () => {
      const context = await openContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width, height: 844 },
      });
      const visit = visitOfFrame(await context.newPage());
      await visit.page.goto(shop.origin);
      await visit.open();
      return visit;
    };
    const signIn = async (visit: Awaited<ReturnType<typeof arrive>>) => {
      const button = visit.button('Sign in');
      await expectInView(button);
      await button.click();
      await visit.frame.getByText('Signed in as Zoë Brandt').waitFor();
    };
    const here = await arrive();
    await here.send('Where is my order?');
    await expectInView(here.log.getByText('no information').first());
    await signIn(here);

    const there = await arrive();
    await signIn(there);
    await expectInView(there.log.getByText('Where is my order?'));
    await there.button('Talk to a person').last().click();
    const mia = await business.agentAt('Mia Berg', width);
    const row = mia.list.locator('.item', { hasText: 'Zoë Brandt' });
    await expectInView(row);
    await row.click();
    await mia.button(/^Claim$/).click();
    await mia.say('It arrives today.');
    const reply = (visit: typeof here) => visit.log.getByText('It arrives today.');
    await expectInView(reply(there));
    await here.page.reload();
    await here.page.waitForFunction('window.ChatWidget?.version');
    // On a phone the page comes first.
    if (width === 390) await here.open();
    await expectInView(reply(here));
    expect([here.errors, there.errors, mia.complaints]).toEqual([[], [], []]);
    await Promise.all([here, there].map(({ page }) => page.context().close()));
  },
);
