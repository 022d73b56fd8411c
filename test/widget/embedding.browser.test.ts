import { describe, expect } from 'vitest';
import { onSite as it } from './support/with-sites.ts';

describe('the script tag', () => {
  it('takes its options, and does without those that are wrong', async ({ site }) => {
    const right = await site.opened({
      attributes:
        'data-title="Help" data-color="rebeccapurple" data-position="left" data-theme="dark" data-privacy-url="https://acme.test/p"',
    });
    expect(await right.panel.getByRole('heading').textContent()).toBe('Help');
    expect(await right.launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(102, 51, 153)',
    );
    expect((await right.launcher.boundingBox())?.x).toBe(20);
    expect(await right.panel.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(20, 23, 29)',
    );
    expect(await right.panel.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe(
      'https://acme.test/p',
    );

    const wrong = await site.opened({
      attributes:
        'data-title=" " data-color="no color" data-position="above" data-theme="neon" data-privacy-url="javascript:1"',
    });
    expect(await wrong.panel.getByRole('heading').textContent()).toBe('Chat');
    expect(await wrong.launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(47, 91, 234)',
    );
    expect(await wrong.panel.getByRole('link').count()).toBe(0);
  });

  it('speaks the language of the page, or the one it is told', async ({ site }) => {
    const german = await site.opened({ lang: 'de-AT' });
    await german.panel.getByText('Hallo. Wie können wir Ihnen helfen?').waitFor();
    await german.page.evaluate('ChatWidget.setLocale("fr")');
    await german.panel.getByText('Bonjour. Comment pouvons-nous vous aider ?').waitFor();
    const unknown = await site.opened({ attributes: 'data-locale="../../x"', lang: 'xx' });
    await unknown.panel.getByText('Hello. How can we help?').waitFor();
  });
});

describe('window.ChatWidget', () => {
  it('tells what happens', async ({ site }) => {
    const visit = await site.visit();
    const { page, service } = { ...site, ...visit };
    await page.evaluate(`
      window.told = [];
      for (const name of ['opened', 'closed', 'message', 'session', 'handoff', 'agent-joined', 'unread', 'error'])
        ChatWidget.on(name, (detail) => told.push([name, detail?.role ?? detail?.status ?? detail?.agent ?? detail?.count ?? detail?.message]));
      ChatWidget.on('opened', () => { throw new Error('the page’s own') });
    `);
    await visit.open();
    await visit.ask('Hello');
    await page.evaluate('ChatWidget.requestHuman()');
    await visit.log.getByText('A person was asked to join').waitFor();
    await expect.poll(() => service.sockets()).toBe(1);
    service.claim('Mia');
    await visit.panel.getByRole('banner').getByText('Mia').waitFor();
    await page.evaluate('ChatWidget.close()');
    service.say('Hi');
    await expect.poll(() => page.evaluate('ChatWidget.getUnreadCount()')).toBe(1);
    service.fault('chat/stream', (_request, response) => void response.writeHead(500).end());
    await page.evaluate('ChatWidget.open()');
    await visit.send('Oh');
    await visit.panel.getByText('Your message was not sent.').waitFor();
    await expect
      .poll(() => page.evaluate('told'))
      .toEqual([
        ['opened', undefined],
        ['message', 'visitor'],
        ['message', 'assistant'],
        ['session', 'human_requested'],
        ['handoff', undefined],
        ['message', 'system'],
        ['session', 'claimed'],
        ['agent-joined', 'Mia'],
        ['closed', undefined],
        ['message', 'agent'],
        ['unread', 1],
        ['opened', undefined],
        ['unread', 0],
        ['error', 'Your message was not sent.'],
      ]);
  });
});
