import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { violations } from '../support/browser/axe.ts';
import type { FakeService, StoredSession } from './support/fake-service.ts';
import { WIDGETS } from './support/with-sites.ts';

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

describe.each(WIDGETS)('the link of an e-mail in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('opens its conversation once, and leaves the address and the history of the page', async () => {
    const site = await startSite();
    const sessionId = withLink(site.service, 'claimed');
    const addresses: string[] = [];
    const visit = await site.visit({
      fragment: FRAGMENT,
      body: '<script>addEventListener("load", () => (window.atLoad = location.href))</script>',
    });
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

  it('shows a closed conversation, and the visitor starts a new one', async () => {
    const site = await startSite();
    const closed = withLink(site.service, 'closed');
    const visit = await site.visit({ fragment: FRAGMENT });
    await visit.log.getByText('We do.').waitFor();
    await visit.panel.getByText('This conversation has ended.').waitFor();
    await visit.button('Start a new conversation').click();
    await visit.ask('One more question');
    expect(site.service.sessions.size).toBe(2);
    expect(site.service.sessions.get(closed)?.messages).toHaveLength(2);
  });

  it('that was used or has expired says so, and the visitor can write', async () => {
    const site = await startSite();
    const visit = await site.visit({ fragment: FRAGMENT });
    const notice = visit.panel.getByText('This link has expired or was used before.');
    await notice.waitFor();
    expect(visit.page.url()).not.toContain(TOKEN);
    expect(await visit.button('Try again').count()).toBe(0);
    expect(await violations(visit.page, { include: ['chat-widget'] })).toEqual([]);
    await visit.ask('Hello');
    expect(await notice.count()).toBe(0);
  });

  it('is tried again by the visitor where the service cannot be reached', async () => {
    const site = await startSite();
    withLink(site.service, 'claimed');
    site.service.fault('email-link', (_request, response) => void response.writeHead(503).end('{}'));
    const visit = await site.visit({ fragment: FRAGMENT });
    await visit.panel.getByText('The conversation could not be opened.').waitFor();
    site.service.fault('email-link', undefined);
    await visit.button('Try again').click();
    await visit.log.getByText('We do.').waitFor();
    expect(await visit.panel.getByText('The conversation could not be opened.').count()).toBe(0);
  });
});
