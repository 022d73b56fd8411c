import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { platforms } from '../../src/web/dashboard/settings/installation/platforms.ts';
import { visitOf, type Site } from './support/site.ts';
import { withSites } from './support/with-sites.ts';

/** The code that the dashboard shows for a platform. */
function codeFor(name: string, site: Site): string {
  const platform = platforms(site.service.origin).find((one) => one.name === name);
  return platform?.code ?? '';
}

/** A page without the chat. */
async function plainPage(site: Site): Promise<Page> {
  const page = await site.context.newPage();
  await page.goto(site.page({ query: null }));
  return page;
}

async function answersOn(page: Page): Promise<void> {
  const visit = visitOf(page);
  await visit.open();
  await visit.panel.getByRole('heading', { name: 'Chat' }).waitFor();
  await visit.ask('Hello');
  expect(visit.errors).toEqual([]);
}

const isShown = (page: Page) => page.locator('chat-widget .root > button').isVisible();

/** The React hook, on Preact’s hooks, which have the same contract. */
async function hookOf(site: Site): Promise<string> {
  const program = `
    import { useEffect, useState } from 'preact/hooks';
    import { h, render } from 'preact';
    ${codeFor('React', site)
      .replace(/^import .*$/m, '')
      .replace('export function', 'function')}
    function Shop() { return h('p', {}, useChatWidget() ? 'with chat' : 'without chat'); }
    const root = document.body.appendChild(document.createElement('div'));
    window.mount = () => render(h(Shop), root);
    window.unmount = () => render(null, root);
  `;
  const { outputFiles } = await build({
    stdin: { contents: program, loader: 'ts', resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
  });
  return outputFiles[0]?.text ?? '';
}

describe('the code on the page Installation adds the chat to', () => {
  const startSite = withSites();

  it.each(['Plain HTML', 'Shopify', 'Webflow'])('a page of %s', async (name) => {
    const site = await startSite();
    const page = await site.context.newPage();
    await page.goto(site.page({ query: null, body: `<h1>Shop</h1>${codeFor(name, site)}` }));
    await answersOn(page);
  });

  it('a page of WordPress', async () => {
    const site = await startSite();
    const [, printed = ''] = /\?>\n([^]*)\n<\?php/.exec(codeFor('WordPress', site)) ?? [];
    const page = await site.context.newPage();
    await page.goto(site.page({ query: null, body: `<h1>Shop</h1>${printed}` }));
    await answersOn(page);
  });

  it.each([
    ['inserts its scripts', false],
    ['evaluates the script, which then has no currentScript of its own', true],
  ])('a page whose tag manager %s', async (_, isEvaluated) => {
    const site = await startSite();
    const page = await plainPage(site);
    await page.evaluate(
      async ([html, evaluated]) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html');
        for (const { src, textContent } of parsed.querySelectorAll('script')) {
          const script = document.createElement('script');
          if (src && !evaluated) script.src = src;
          else script.textContent = src ? await (await fetch(src)).text() : textContent;
          document.body.append(script);
          script.remove();
        }
      },
      [codeFor('Google Tag Manager', site), isEvaluated] as const,
    );
    await answersOn(page);
  });

  it('a page of Next.js, which adds the script once it is idle', async () => {
    const site = await startSite();
    const page = await plainPage(site);
    const [, src = ''] = /<Script src="([^"]+)"/.exec(codeFor('Next.js', site)) ?? [];
    await page.evaluate(
      (address) =>
        new Promise<void>((resolve) => {
          requestIdleCallback(() => {
            const script = document.createElement('script');
            script.src = address;
            document.body.append(script);
            resolve();
          });
        }),
      src,
    );
    await answersOn(page);
  });

  it('a React page while the component is mounted, even if it is mounted twice', async () => {
    const site = await startSite();
    const page = await plainPage(site);
    await page.addScriptTag({ content: await hookOf(site) });
    // Strict mode mounts, unmounts and mounts again, before the script has loaded.
    await page.evaluate('mount(); unmount(); mount()');
    await page.getByText('with chat', { exact: true }).waitFor();
    await expect.poll(() => isShown(page)).toBe(true);
    await expect.poll(() => page.locator('script[src$="/api/widget.js"]').count()).toBe(1);
    await page.evaluate('unmount()');
    await expect.poll(() => isShown(page)).toBe(false);
    await page.evaluate('mount()');
    await expect.poll(() => isShown(page)).toBe(true);
    await answersOn(page);
  });
});
