import { describe, expect, it } from 'vitest';
import { withRegisteredSites, withSites } from './support/with-sites.ts';

describe('a module script', () => {
  const startSite = withSites();

  it('finds its own tag, with its attributes', async () => {
    const site = await startSite();
    const visit = await site.opened({ attributes: 'type="module" data-title="Acme help"' });
    await visit.panel.getByRole('heading', { name: 'Acme help' }).waitFor();
    await visit.ask('Hello');
    expect(visit.errors).toEqual([]);
  });

  it('that is imported without a tag says so on the console, and does nothing', async () => {
    const site = await startSite();
    const page = await site.context.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(`${message.type()}: ${message.text()}`));
    const address = `${site.service.origin}/api/widget.js`;
    await page.goto(site.page({ query: null, body: `<script type="module">import '${address}';</script>` }));
    await expect.poll(() => warnings).toEqual(['warning: no script']);
    expect(await page.locator('chat-widget').count()).toBe(0);
  });
});

describe('a module script of a registered widget', () => {
  const startSite = withRegisteredSites();

  it('finds its own tag', async () => {
    const site = await startSite();
    const visit = await site.visit({ attributes: 'type="module"' });
    await visit.launcher.click();
    await visit.input.waitFor();
    await visit.ask('Hello');
  });
});
