import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import { inRelease } from './support/bundle.ts';
import type { FakeService, StoredSession } from './support/fake-service.ts';
import type { RegisteredVisit } from './support/registered-site.ts';
import type { Visit } from './support/site.ts';
import { onRegisteredSite, WIDGETS } from './support/with-sites.ts';

const TOKEN = 'sealed.token-of_a.link';
const FRAGMENT = `#chat-link=${TOKEN}`;

/** Stores a conversation with Mia, and the link to it. */
function withLink(service: FakeService, status: StoredSession['status']): string {
  const sessionId = randomUUID();
  const about = { sessionId, createdAt: new Date().toISOString() };
  service.sessions.set(sessionId, {
    status,
    ...(status === 'claimed' && { agent: { name: 'Mia Berg' } }),
    messages: [
      { ...about, id: randomUUID(), seq: 1, role: 'visitor', content: 'Do you ship?' },
      { ...about, id: randomUUID(), seq: 2, role: 'agent', content: 'We do.', agent: { name: 'Mia Berg' } },
    ],
  });
  service.people.links.set(TOKEN, sessionId);
  return sessionId;
}

const pressOpen = (visit: Visit) => visit.button('Open conversation').click();

describe.each(WIDGETS)('the link of an e-mail in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('opens its conversation and is removed from the address and the history of the page', async () => {
    const site = await startSite();
    const sessionId = withLink(site.service, 'claimed');
    const addresses: string[] = [];
    const visit = await site.visit({
      fragment: FRAGMENT,
      body: '<script>addEventListener("load", () => (window.atLoad = location.href))</script>',
    });
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
    addresses.push(visit.page.url(), String(await visit.page.evaluate('window.atLoad')));
    for (const frame of visit.page.frames()) addresses.push(frame.url());
    expect(addresses.join()).not.toContain(TOKEN);
    expect(addresses.join()).not.toContain(sessionId);
    await visit.send('Thank you');
    await visit.log.getByText('Thank you').waitFor();
    expect(site.service.sessions.get(sessionId)?.messages.at(-1)?.content).toBe('Thank you');
    await visit.page.reload();
    await visit.log.getByText('Thank you').waitFor();
    expect(site.service.requests.filter(({ path }) => path === 'email-link')).toHaveLength(1);
    expect(visit.errors).toEqual([]);
  });

  it('waits for a click, so that a mail filter that runs the page does not use it up', async () => {
    const site = await startSite();
    withLink(site.service, 'claimed');
    const filter = await site.visit({ fragment: FRAGMENT });
    const open = filter.button('Open conversation');
    await open.waitFor();
    expect(await open.evaluate((button) => button.matches(':focus'))).toBe(true);
    await filter.panel.getByText('This link opens your conversation with us.').waitFor();
    await expect.poll(() => filter.log.getByText('We do.').count()).toBe(0);
    expect(site.service.requests.filter(({ path }) => path === 'email-link')).toEqual([]);
    expect(await violations(filter.page, { include: ['chat-widget'] })).toEqual([]);
    await filter.page.close();
    const reader = await site.visit({ fragment: FRAGMENT });
    await pressOpen(reader);
    await reader.log.getByText('We do.').waitFor();
  });

  it('shows a closed conversation, and the visitor starts a new one', async () => {
    const site = await startSite();
    const closed = withLink(site.service, 'closed');
    const visit = await site.visit({ fragment: FRAGMENT });
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await visit.button('Start a new conversation').click();
    await visit.ask('One more question');
    expect(site.service.sessions.size).toBe(2);
    expect(site.service.sessions.get(closed)?.messages).toHaveLength(2);
  });

  it('shows that it has expired, and the visitor can write', async () => {
    const site = await startSite();
    const visit = await site.visit({ fragment: FRAGMENT });
    await pressOpen(visit);
    const notice = visit.panel.getByText('This link has expired.');
    await notice.waitFor();
    expect(visit.page.url()).not.toContain(TOKEN);
    await expect.poll(() => visit.button('Try again').count()).toBe(0);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.ask('Hello');
    await expect.poll(() => notice.count()).toBe(0);
  });

  it('of a signed-in visitor asks for the sign-in', async () => {
    const site = await startSite();
    const visit = await site.visit({ fragment: '#chat-link=sign-in' });
    const notice = visit.panel.getByText('Sign in on this page to see your conversation with us.');
    await notice.waitFor();
    expect(site.service.requests.filter(({ path }) => path === 'email-link')).toEqual([]);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.ask('Hello');
    await expect.poll(() => notice.count()).toBe(0);
  });

  it('is kept while its module cannot be loaded, and opened once that has come', async () => {
    const site = await startSite();
    withLink(site.service, 'claimed');
    const path = await inRelease('conversations.js');
    const asked = () => site.service.requests.filter((one) => one.path === path).length;
    site.service.fault(path, (_request, response) => void response.writeHead(503).end());
    const visit = await site.visit({ fragment: FRAGMENT });
    await visit.input.waitFor();
    await expect.poll(asked).toBeGreaterThan(0);
    site.service.fault(path, undefined);
    // Each key draws the panel.
    await expect
      .poll(async () => {
        await visit.input.press('x');
        return visit.button('Open conversation').isVisible();
      })
      .toBe(true);
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
  });

  it('can be tried again by the visitor if the service cannot be reached', async () => {
    const site = await startSite();
    withLink(site.service, 'claimed');
    site.service.fault('email-link', (_request, response) => void response.writeHead(503).end('{}'));
    const visit = await site.visit({ fragment: FRAGMENT });
    await pressOpen(visit);
    await visit.panel.getByText('The conversation could not be opened.').waitFor();
    site.service.fault('email-link', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('We do.').waitFor();
    await expect.poll(() => visit.panel.getByText('The conversation could not be opened.').count()).toBe(0);
  });
});

describe('a visitor of a registered widget who has opened a conversation from an e-mail', () => {
  /** An identity token that has only its subject; the stand-in of the service accepts it. */
  const tokenOf = (sub: string) => `x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`;
  const identify = ({ page }: RegisteredVisit, sub: string) =>
    page.evaluate(`void ChatWidget.identify(${JSON.stringify(tokenOf(sub))})`);
  const question = (visit: RegisteredVisit) => visit.panel.getByText('Continue this conversation?');

  onRegisteredSite('continues it without a question while nobody has signed in', async ({ site }) => {
    site.registry.face = { ...site.registry.face, siteLogin: true };
    withLink(site.service, 'claimed');
    const visit = await site.visit({ fragment: FRAGMENT });
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
    await visit.send('Thank you');
    await visit.log.getByText('Thank you').waitFor();
    await expect.poll(() => question(visit).count()).toBe(0);
  });

  onRegisteredSite('is asked once the site identifies them, and continues it', async ({ site }) => {
    const { registry } = site;
    registry.face = { ...registry.face, siteLogin: true };
    const sessionId = withLink(site.service, 'claimed');
    const visit = await site.visit({ fragment: FRAGMENT });
    await identify(visit, 'zoe');
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
    await question(visit).waitFor();
    await expect.poll(() => visit.input.isVisible()).toBe(false);
    expect(registry.visitors.get('zoe')).not.toBe(sessionId);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    // The question stays until it is answered.
    await visit.page.reload();
    await identify(visit, 'zoe');
    await question(visit).waitFor();
    await visit.log.getByText('We do.').waitFor();
    expect(registry.visitors.get('zoe')).not.toBe(sessionId);
    await visit.button('Continue').click();
    await visit.panel.getByText('Signed in as zoe').waitFor();
    expect(registry.visitors.get('zoe')).toBe(sessionId);
    await expect.poll(() => question(visit).isVisible()).toBe(false);
    await visit.send('Thank you');
    await visit.log.getByText('Thank you').waitFor();
    expect(site.service.sessions.get(sessionId)?.messages.at(-1)?.content).toBe('Thank you');
  });

  onRegisteredSite('leaves it for their own conversation', async ({ site }) => {
    const { registry } = site;
    registry.face = { ...registry.face, siteLogin: true };
    const visit = await site.visit();
    await identify(visit, 'zoe');
    await visit.open();
    await visit.ask('My own question');
    const sessionId = withLink(site.service, 'claimed');
    const own = registry.visitors.get('zoe');
    const other = await site.visit({ fragment: FRAGMENT });
    await identify(other, 'zoe');
    await pressOpen(other);
    await question(other).waitFor();
    await other.button('Leave conversation').click();
    await other.log.getByText('My own question').first().waitFor();
    await expect.poll(() => other.log.getByText('We do.').count()).toBe(0);
    expect(registry.visitors.get('zoe')).toBe(own);
    expect(site.service.sessions.get(sessionId)?.messages).toHaveLength(2);
  });

  onRegisteredSite('is asked before they sign in with the directory', async ({ site }) => {
    const { registry } = site;
    registry.face = { ...registry.face, signIn: { required: false } };
    const sessionId = withLink(site.service, 'claimed');
    const visit = await site.visit({ fragment: FRAGMENT });
    await pressOpen(visit);
    await visit.log.getByText('We do.').waitFor();
    await visit.button('Sign in').click();
    await question(visit).waitFor();
    await visit.button('Continue').click();
    await visit.panel.getByText('Signed in as Anna').waitFor();
    expect(registry.visitors.get('Anna')).toBe(sessionId);
  });
});
