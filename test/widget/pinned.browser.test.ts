import { describe, expect } from 'vitest';
import { integrityOf } from '../../scripts/earlier-releases.ts';
import { inRelease, moduleCode, widgetCode } from './support/bundle.ts';
import type { Site } from './support/site.ts';
import { onSite as it } from './support/with-sites.ts';

/** A page whose tag pins the version of the script. */
const pinning = async ({ service }: Site) => ({
  query: null,
  head:
    `<script src="${service.origin}/api/${await inRelease('widget.js')}"` +
    ` integrity="${integrityOf(await widgetCode())}" crossorigin="anonymous" async></script>`,
});

/** From now on the service has another byte in a file. */
async function change({ service }: Site, file: string, code: string): Promise<void> {
  service.fault(await inRelease(file), (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(`${code} `),
  );
}

describe('a pinned version', () => {
  it('is a complete chat under a strict policy, with the files of its own version', async ({ site }) => {
    const visit = await site.conversation({
      ...(await pinning(site)),
      lang: 'de',
      csp: "default-src 'none'; script-src {service}; connect-src {service} {service-ws}; img-src data:",
    });
    await visit.button('Hilfreich').first().click();
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBe('up');
    const paths = site.service.requests.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(await Promise.all(['widget.js', 'de.json', 'panel.js'].map(inRelease))),
    );
    expect(visit.errors).toEqual([]);
  });

  it('is refused by the browser if one byte differs', async ({ site }) => {
    await change(site, 'widget.js', await widgetCode());
    const page = await site.context.newPage();
    const refusal = page.waitForEvent('console', {
      predicate: (message) => /integrity/.test(message.text()),
    });
    await page.goto(site.page(await pinning(site)));
    expect((await refusal).type()).toBe('error');
    expect(
      await page.evaluate('[typeof ChatWidget, document.querySelectorAll("chat-widget").length]'),
    ).toEqual(['undefined', 0]);
    await expect.poll(() => page.title()).toBe('Shop');
  });

  it('runs no panel of which one byte differs, and says that the chat could not be loaded', async ({
    site,
  }) => {
    await change(site, 'panel.js', `window.isChanged = true;${await moduleCode('panel.js')}`);
    const visit = await site.visit(await pinning(site));
    await visit.launcher.click();
    await visit.panel.getByText('The chat could not be loaded.').waitFor();
    expect(await visit.page.evaluate('window.isChanged')).toBeUndefined();
    expect(visit.errors.some((error) => error.includes('integrity'))).toBe(true);
  });

  it('runs no later module of which one byte differs, or a file that it imports', async ({ site }) => {
    const visit = await site.conversation(await pinning(site));
    await change(site, 'conversations.js', `window.isChanged = true;${await moduleCode('conversations.js')}`);
    await visit.panel.locator('summary').click();
    await visit.button('Conversations').click();
    await visit.panel.getByText('This could not be loaded. Try again.').waitFor();
    expect(await visit.page.evaluate('window.isChanged')).toBeUndefined();
  });
});
