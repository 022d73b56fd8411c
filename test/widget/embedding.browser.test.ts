import { describe, expect } from 'vitest';
import type { Visit } from './support/site.ts';
import { onSite as it } from './support/with-sites.ts';

describe('the script tag', () => {
  it('has its options, and ignores invalid ones', async ({ site }) => {
    const right = await site.opened({
      attributes:
        'data-title="Help" data-color="rebeccapurple" data-position="left" data-theme="dark" data-privacy-url="https://acme.test/p"',
    });
    await expect.poll(() => right.panel.getByRole('heading').textContent()).toBe('Help');
    expect(await right.launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(102, 51, 153)',
    );
    expect((await right.launcher.boundingBox())?.x).toBe(20);
    expect(await right.panel.evaluate((one) => getComputedStyle(one).colorScheme)).toBe('dark');
    await expect
      .poll(() => right.panel.getByRole('link', { name: 'Privacy' }).getAttribute('href'))
      .toBe('https://acme.test/p');

    const wrong = await site.opened({
      attributes:
        'data-title=" " data-color="no color" data-position="above" data-theme="neon" data-privacy-url="javascript:1"',
    });
    await expect.poll(() => wrong.panel.getByRole('heading').textContent()).toBe('Chat');
    expect(await wrong.launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(47, 91, 234)',
    );
    await expect.poll(() => wrong.panel.getByRole('link').count()).toBe(0);
  });

  it('writes dates in the language of the page, in the variant of the browser', async ({ site }) => {
    site.service.time = new Date('2026-03-04T15:05:00Z');
    const day = (visit: Visit) => visit.log.locator('.line').first().innerText();
    const english = await site.conversation();
    await expect.poll(() => day(english)).toMatch(/^Wednesday,? 4 March 2026$/);
    const german = await site.opened({ lang: 'de' });
    await expect.poll(() => day(german)).toBe('Mittwoch, 4. März 2026');
  });

  it('speaks the language of the page, or the language of its option', async ({ site }) => {
    const german = await site.opened({ lang: 'de-AT' });
    await german.panel.getByText('Hallo. Wie können wir Ihnen helfen?').waitFor();
    await german.page.evaluate('ChatWidget.setLocale("fr")');
    await german.panel.getByText('Bonjour. Comment pouvons-nous vous aider ?').waitFor();
    const unknown = await site.opened({ attributes: 'data-locale="../../x"', lang: 'xx' });
    await unknown.panel.getByText('Hello. How can we help?').waitFor();
  });
});
