import { describe, expect, it } from 'vitest';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

/** The events of the test's conversation, with the details that the page gets in either widget. */
const EVENTS: [name: string, detail?: object][] = [
  ['opened'],
  ['message', { role: 'visitor' }],
  ['message', { role: 'assistant' }],
  ['session', { status: 'human_requested' }],
  ['handoff'],
  ['message', { role: 'system' }],
  ['session', { status: 'claimed' }],
  ['agent-joined', { agent: 'Mia' }],
  ['closed'],
  ['message', { role: 'agent' }],
  ['unread', { count: 1 }],
  ['opened'],
  ['unread', { count: 0 }],
];

/** The page of the plain widget hears what is said; that of a registered one hears nothing more than this. */
describe.each([
  ['the plain widget', withSites, (detail: object): unknown => expect.objectContaining(detail)],
  [
    'a registered widget, but neither what is said nor in which session',
    withRegisteredSites,
    (detail: object): unknown => detail,
  ],
] as const)('the events of window.ChatWidget in %s', (_widget, withSitesOfIt, heard) => {
  const startSite = withSitesOfIt();

  it('arrive in order, even if a listener of the page fails', async () => {
    const site = await startSite();
    const visit = await site.visit();
    const { page, service } = { ...site, ...visit };
    await page.evaluate(`
      window.told = [];
      for (const name of ['opened', 'closed', 'message', 'session', 'handoff', 'agent-joined', 'unread', 'error'])
        ChatWidget.on(name, (detail) => told.push([name, detail]));
      ChatWidget.on('opened', () => { throw new Error('the page’s own') });
    `);
    await visit.open();
    await visit.ask('Hello');
    await page.evaluate('ChatWidget.requestHuman()');
    await visit.log.getByText('A person was asked to join').waitFor();
    await expect.poll(() => service.sockets()).toBe(1);
    service.claim('Mia');
    await visit.panel.getByRole('banner').getByText('Mia').waitFor();
    // Events in a frame come to the page by message, and the other way round.
    await expect.poll(() => page.evaluate('told.at(-1)')).toEqual(['agent-joined', heard({ agent: 'Mia' })]);
    await page.evaluate('ChatWidget.close()');
    await expect.poll(() => visit.panel.isVisible()).toBe(false);
    const kept = () => visit.panel.evaluate(() => Object.values(sessionStorage).join());
    await expect.poll(kept).toContain('"open":false');
    service.say('Hi');
    await expect.poll(() => page.evaluate('ChatWidget.getUnreadCount()')).toBe(1);
    service.fault('chat/stream', (_request, response) => void response.writeHead(500).end());
    await page.evaluate('ChatWidget.open()');
    await expect.poll(() => page.evaluate('ChatWidget.getUnreadCount()')).toBe(0);
    await visit.send('Oh');
    await visit.panel.getByText('Your message was not sent.').waitFor();
    await expect
      .poll(() => page.evaluate('told'))
      .toEqual([
        ...EVENTS.map(([name, detail]) => [name, detail && heard(detail)]),
        ['error', heard({ message: 'Your message was not sent.' })],
      ]);
  });
});
