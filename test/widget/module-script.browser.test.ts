import { describe, expect, it } from 'vitest';
import { inRelease } from './support/bundle.ts';
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

  it('is distinguished from the page’s own module of the same name', async () => {
    const site = await startSite();
    const own = `${site.service.origin}/api/widget.js`;
    const visit = await site.opened({
      query: null,
      head: '<script type="module" src="/assets/widget.js" data-title="The site"></script>',
      body: `<script type="module" src="${own}" data-title="Acme help"></script>`,
    });
    await visit.panel.getByRole('heading', { name: 'Acme help' }).waitFor();
    await visit.ask('Hello');
  });

  it('that is imported without a tag uses the address from which it was loaded', async () => {
    const site = await startSite();
    const address = `${site.service.origin}/api/widget.js`;
    const visit = await site.opened({
      query: null,
      body: `<script type="module">import '${address}';</script>`,
    });
    await visit.ask('Hello');
  });

  it('of a pinned release without a tag reports that on the console and does nothing', async () => {
    const site = await startSite();
    const page = await site.context.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(`${message.type()}: ${message.text()}`));
    const address = `${site.service.origin}/api/${await inRelease('widget.js')}`;
    await page.goto(site.page({ query: null, body: `<script type="module">import '${address}';</script>` }));
    await expect.poll(() => warnings).toEqual(['warning: no script']);
    await expect.poll(() => page.locator('chat-widget').count()).toBe(0);
  });

  it('of a pinned release finds its own tag', async () => {
    const site = await startSite();
    const address = `${site.service.origin}/api/${await inRelease('widget.js')}`;
    const visit = await site.opened({
      query: null,
      body: `<script type="module" src="${address}" data-title="Acme help"></script>`,
    });
    await visit.panel.getByRole('heading', { name: 'Acme help' }).waitFor();
  });
});

describe('a script that a tag manager runs', () => {
  const startSite = withSites();
  const SETTINGS =
    '<script>window.chatWidgetSettings = { title: "Acme help", radius: 4, attachments: true, locale: "de" };</script>';
  const titled = 'Acme help';

  it('takes options from the page if its tag has none', async () => {
    const site = await startSite();
    const visit = await site.opened({ head: SETTINGS });
    await visit.panel.getByRole('heading', { name: titled }).waitFor();
    await visit.panel.getByText('Guten Tag').or(visit.panel.getByText('Hallo')).first().waitFor();
  });

  it('prefers the options of its tag to those of the page', async () => {
    const site = await startSite();
    const visit = await site.opened({ head: SETTINGS, attributes: 'data-title="Shop"' });
    await visit.panel.getByRole('heading', { name: 'Shop' }).waitFor();
  });

  it('by `eval` uses only the address from which it was loaded', async () => {
    const site = await startSite();
    const own = `${site.service.origin}/api/widget.js`;
    const visit = await site.opened({
      query: null,
      head: SETTINGS,
      body: `<script>fetch('${own}').then((it) => it.text()).then((code) => (0, eval)(code));</script>`,
    });
    await visit.panel.getByRole('heading', { name: titled }).waitFor();
    await visit.ask('Hello');
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
