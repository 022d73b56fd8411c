import { describe, expect, it } from 'vitest';
import type { FakeService } from './support/fake-service.ts';
import type { Visit } from './support/site.ts';
import { endConversation, handoff } from './support/turns.ts';
import { onRegisteredSite, WIDGETS } from './support/with-sites.ts';

/** The `seq` of each report, in order. */
const reported = ({ people }: FakeService) => people.seen.map(({ seq }) => seq);

/** Mia has the conversation of a visitor who had left a message. */
async function withMia<T extends Visit>(site: { service: FakeService; visit(): Promise<T> }): Promise<T> {
  const visit = await site.visit();
  await visit.open();
  await visit.ask('Where is my order?');
  site.service.theConversation().session.leftMessage = { leftAt: new Date().toISOString() };
  await handoff(site.service, visit);
  return visit;
}

describe.each(WIDGETS)('the report of seen messages in %s', (_widget, withSitesOfIt) => {
  const startSite = withSitesOfIt();

  it('contains the newest agent’s message that is visible in the open panel, and combines several', async () => {
    const site = await startSite();
    const { service } = site;
    const visit = await withMia(site);
    const first = service.say('It is on its way.');
    await expect.poll(() => reported(service)).toEqual([first.seq]);
    service.say('It left on Monday.');
    const last = service.say('It arrives today.');
    await visit.log.getByText('It arrives today.').waitFor();
    await expect.poll(() => reported(service)).toEqual([first.seq, last.seq]);
    const { sessionId } = service.theConversation();
    expect(service.people.seen.every((report) => report.sessionId === sessionId)).toBe(true);
    expect(visit.errors).toEqual([]);
  });

  it('waits until the panel is open and the message is scrolled into view', async () => {
    const site = await startSite();
    const { service } = site;
    const visit = await withMia(site);
    await visit.button('Close').click();
    await visit.panel.waitFor({ state: 'hidden' });
    const long = service.say('A line of a long message.\n\n'.repeat(60));
    const below = service.say('The end.');
    await expect.poll(() => visit.launcher.innerText()).toBe('2');
    expect(reported(service)).toEqual([]);
    await visit.open();
    await visit.panel.locator('.thread').evaluate((thread) => {
      thread.scrollTop = 0;
    });
    await expect.poll(() => reported(service)[0]).toBeGreaterThanOrEqual(long.seq);
    await visit.log.getByText('The end.').scrollIntoViewIfNeeded();
    await expect.poll(() => reported(service).at(-1)).toBe(below.seq);
  });

  it('is sent once after the visitor left an e-mail address', async () => {
    const { service, visit: go } = await startSite();
    service.people.availability = { status: 'away' };
    const visit = await go();
    await visit.open();
    await visit.ask('Where is my order?');
    await visit.button('Talk to a person').click();
    await visit.panel.getByLabel('E-mail or phone').fill('mia@example.com');
    await visit.panel.getByRole('checkbox').check();
    expect(reported(service)).toEqual([]);
    await visit.button('Leave message').click();
    await visit.panel.getByText('We have your message.').waitFor();
    const { session } = service.theConversation();
    await expect.poll(() => reported(service)).toHaveLength(1);
    expect(reported(service)[0]).toBeLessThanOrEqual(session.messages.length);
  });

  it('starts again in another conversation', async () => {
    const site = await startSite();
    const { service } = site;
    const visit = await withMia(site);
    service.say('It is on its way.');
    const before = service.say('It arrives today.');
    await expect.poll(() => reported(service).at(-1)).toBe(before.seq);
    await endConversation(visit);
    service.sessions.clear();
    await visit.ask('Another question');
    service.theConversation().session.leftMessage = { leftAt: new Date().toISOString() };
    await handoff(service, visit, 'Lee');
    const first = service.say('Hello again.');
    const { sessionId } = service.theConversation();
    expect(first.seq).toBeLessThan(before.seq);
    await expect.poll(() => service.people.seen.at(-1)).toEqual({ sessionId, seq: first.seq });
  });

  it('is not sent in a conversation in which no message was left, without a verified address', async () => {
    const { service, visit: go } = await startSite();
    const visit = await go();
    await visit.open();
    await visit.ask('Hello');
    await handoff(service, visit);
    service.say('Hi, I am Mia.');
    await visit.log.getByText('Hi, I am Mia.').waitFor();
    await visit.send('Hi Mia');
    await visit.log.getByText('Hi Mia').waitFor();
    expect(reported(service)).toEqual([]);
  });
});

onRegisteredSite(
  'a visitor whose verified address is known reports what they have seen, from the request for a person on',
  async ({ site }) => {
    const { registry, service } = site;
    registry.face = { ...registry.face, siteLogin: true };
    registry.email = 'zoe@shop.example';
    const token = `x.${Buffer.from(JSON.stringify({ sub: 'zoe' })).toString('base64url')}.x`;
    const visit = await site.visit();
    await visit.page.evaluate(`void ChatWidget.identify(${JSON.stringify(token)})`);
    await visit.open();
    await visit.ask('Hello');
    expect(reported(service)).toEqual([]);
    await handoff(service, visit);
    // Only the visitor's own message: nothing of an agent was in view.
    await expect.poll(() => reported(service)).toEqual([1]);
    const { seq } = service.say('Hi, I am Mia.');
    await expect.poll(() => reported(service)).toEqual([1, seq]);
  },
);
