import { build } from 'esbuild';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from '../../support/browser/chromium.ts';
import type { InPage } from './desk-in-page.tsx';

interface RenderedDesk {
  page: Page;
  /** Runs in the page, and waits for the frame that shows it. */
  run(act: string | ((inPage: InPage) => void)): Promise<void>;
  /** How often views were rendered while something happens, by their names. */
  rendersOf(act: () => Promise<unknown>): Promise<Record<string, number>>;
  close(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../..');

/** A page with the real views of the desk and none of its service; views keep their names. */
export async function renderedDesk(options: BrowserContextOptions = {}): Promise<RenderedDesk> {
  const built = await build({
    entryPoints: [join(import.meta.dirname, 'desk-in-page.tsx')],
    bundle: true,
    write: false,
    keepNames: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  const context = await openContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  // A page of an origin, so that it has a storage.
  await page.route('http://desk.localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><body></body></html>' }),
  );
  await page.goto('http://desk.localhost/');
  await page.addStyleTag({ path: join(ROOT, 'dist/pages/desk.css') });
  await page.addScriptTag({ content: built.outputFiles[0]?.text ?? '' });
  const shown = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  const renders = () => page.evaluate<Record<string, number>>('({ ...inPage.renders })');
  return {
    page,
    async run(act) {
      await page.evaluate(`(${String(act)})(inPage)`);
      await shown();
    },
    async rendersOf(act) {
      const before = await renders();
      await act();
      await shown();
      const after = Object.entries(await renders());
      return Object.fromEntries(after.map(([name, count]) => [name, count - (before[name] ?? 0)]));
    },
    close: () => context.close(),
  };
}
