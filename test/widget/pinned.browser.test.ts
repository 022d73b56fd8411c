import { describe, expect } from 'vitest';
import { integrityOf } from '../../scripts/earlier-releases.ts';
import { inRelease, secondFile, widgetCode } from './support/bundle.ts';
import type { Site } from './support/site.ts';
import { onSite as it } from './support/with-sites.ts';

/** A page whose tag pins the version of the script. */
const pinning = async ({ service }: Site) => ({
  query: null,
  head:
    `<script src="${service.origin}/api/${await inRelease('widget.js')}"` +
    ` integrity="${integrityOf(await widgetCode())}" crossorigin="anonymous" async></script>`,
});

/** The import map with which a site pins the second file as well. */
const importMap = async ({ service }: Site) => {
  const address = `${service.origin}/api/${await inRelease('extras.js')}`;
  const integrity = { [address]: integrityOf(await secondFile()) };
  return `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
};

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
      expect.arrayContaining(await Promise.all(['widget.js', 'de.json', 'extras.js'].map(inRelease))),
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
    expect(await page.title()).toBe('Shop');
  });

  it('checks the second file’s content by an import map', async ({ site }) => {
    const head = (await importMap(site)) + (await pinning(site)).head;
    const right = await site.conversation({ query: null, head });
    await right.button('Helpful').first().click();
    await expect.poll(() => site.service.theConversation().session.messages[1]?.rating).toBe('up');
    expect(right.errors).toEqual([]);

    await change(site, 'extras.js', await secondFile());
    const changed = await site.visit({ query: null, head });
    const refusal = changed.page.waitForEvent('console', {
      predicate: (message) => /integrity/.test(message.text()),
    });
    await changed.open();
    await refusal;
    await changed.ask('And now?');
    expect(await changed.button('Helpful').count()).toBe(0);
  });
});
