import { describe, expect } from 'vitest';
import { visitOfFrame } from './support/registered-site.ts';
import { onRegisteredSite as it, withRegisteredSites } from './support/with-sites.ts';

const startSite = withRegisteredSites();

describe('the script tag of a registered widget', () => {
  it('requests only itself and stores nothing before the visitor opens the chat', async ({ site }) => {
    const visit = await site.visit({ head: '<script>ChatWidget = [(chat) => chat.prefill("Hi")]</script>' });
    await visit.launcher.waitFor();
    await visit.page.waitForLoadState('networkidle');
    expect(site.service.requests.map(({ path }) => path)).toEqual([`widget.js?w=${site.registry.id}`]);
    expect(await visit.page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0]);
    await visit.open();
    await expect.poll(() => visit.input.inputValue()).toBe('Hi');
    expect(site.service.requests.some(({ path }) => path.startsWith('chat'))).toBe(false);
  });

  it('shows the settings of the widget: title, color, corner, theme, logo and texts', async ({ site }) => {
    const logo = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    site.registry.face.branding = {
      title: 'Acme help',
      color: '#663399',
      corner: 'left',
      theme: 'dark',
      logo,
      greeting: 'Welcome to Acme',
      suggestions: ['Where is my order?', 'a|b'],
      privacyUrl: 'https://acme.test/p',
      strings: { 'Write a message': 'Ask Acme', 'Talk to a person': 'Call a colleague' },
    };
    const visit = await site.visit();
    await expect.poll(() => visit.launcher.locator('img').count()).toBe(1);
    await expect.poll(() => visit.launcher.getAttribute('aria-label')).toBe('Acme help');
    expect((await visit.launcher.boundingBox())?.x).toBe(20);
    expect(await visit.launcher.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(
      'rgb(102, 51, 153)',
    );
    await visit.open();
    expect(await visit.panel.evaluate((one) => getComputedStyle(one).colorScheme)).toBe('dark');
    await visit.panel.getByText('Welcome to Acme').waitFor();
    await expect.poll(() => visit.panel.getByRole('banner').locator('img').getAttribute('src')).toBe(logo);
    await expect.poll(() => visit.input.getAttribute('placeholder')).toBe('Ask Acme');
    await visit.button('Call a colleague').waitFor();
    await expect
      .poll(() => visit.panel.getByRole('link', { name: 'Privacy' }).getAttribute('href'))
      .toBe('https://acme.test/p');
    await visit.button('a|b').click();
    await visit.log.getByText('You said: a|b').waitFor();
  });

  it('of an unknown or disabled widget shows nothing and reports it on the console', async ({ site }) => {
    site.registry.state = 'unknown';
    const page = await site.context.newPage();
    const visit = visitOfFrame(page);
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning');
    await page.goto(site.page());
    expect((await warned).text()).toContain('unknown or disabled');
    await expect.poll(() => page.locator('chat-widget').count()).toBe(0);
    expect(visit.errors).toEqual([]);
  });

  it.each([
    ['the service is gone', 'en', 'The chat could not be loaded.'],
    ['the page is in German', 'de', 'Der Chat konnte nicht geladen werden.'],
  ])('shows that the frame did not load, and loads it again: %s', async (_name, lang, sentence) => {
    const site = await startSite();
    await site.context.route('**/widget/frame*', (route) => route.abort());
    const visit = await site.visit({ lang });
    await visit.launcher.click();
    const notice = visit.page.locator('chat-widget').getByRole('alert');
    await notice.getByText(sentence).waitFor();
    const header = await visit.page.locator('chat-widget header').boundingBox();
    const close = await visit.page.locator('chat-widget header button').boundingBox();
    if (!header || !close) throw new Error('no header');
    // At its end, as in the header of the frame.
    expect(header.x + header.width - close.x - close.width).toBeLessThan(24);
    await site.context.unroute('**/widget/frame*');
    await notice.getByRole('button').click();
    await visit.ask('Hello');
    await expect.poll(() => notice.isVisible()).toBe(false);
  });
});
