import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { frameCode, loaderCode } from './bundle.ts';
import { fakeRegistry, type FakeRegistry } from './fake-registry.ts';
import { startSite, visitIn, type PageParts, type Site, type Visit } from './site.ts';
import { answered, opened } from './turns.ts';

/**
 * A site with a registered widget: its page loads the script with `?w=`, the chat is in a frame of the
 * service.
 */
export interface RegisteredSite extends Omit<Site, 'visit' | 'opened' | 'conversation'> {
  registry: FakeRegistry;
  visit(parts?: PageParts): Promise<RegisteredVisit>;
  /** A new tab with the panel open. */
  opened(parts?: PageParts): Promise<RegisteredVisit>;
  /** A new tab in which the visitor has said “Hello” and was answered. */
  conversation(parts?: PageParts): Promise<RegisteredVisit>;
  /** A new tab on a page that has the frame without the script. */
  visitFrame(parts?: PageParts): Promise<RegisteredVisit>;
}

export interface RegisteredVisit extends Visit {
  frame: FrameLocator;
}

/** A page on which the chat is in a frame; the launcher is the script's. */
export function visitOfFrame(page: Page, selector = 'chat-widget iframe'): RegisteredVisit {
  const frame = page.frameLocator(selector);
  return { ...visitIn(page, frame), frame };
}

/** Starts a site on which a widget is registered that the site may embed. */
export async function startRegisteredSite(options?: BrowserContextOptions): Promise<RegisteredSite> {
  // Bundled before the visitor waits for it.
  await Promise.all([loaderCode(), frameCode()]);
  const site = await startSite(options);
  const registry = fakeRegistry(site.service, [site.origin]);
  const { origin } = site.service;
  const frame = `<iframe src="${origin}/api/widget/frame?w=${registry.id}" title="Chat" width="420" height="600"></iframe>`;
  const registered: RegisteredSite = {
    ...site,
    registry,
    opened: async (parts) => opened(await registered.visit(parts)),
    conversation: async (parts) => answered(await registered.visit(parts)),
    page: (parts) => site.page({ query: `?w=${registry.id}`, ...parts }),
    async visit(parts) {
      const { page } = await site.visit({ query: `?w=${registry.id}`, ...parts });
      return visitOfFrame(page);
    },
    async visitFrame(parts = {}) {
      const page = await site.context.newPage();
      const visit = visitOfFrame(page, 'iframe >> nth=0');
      await page.goto(site.page({ body: `<h1>Shop</h1>${frame}`, ...parts, query: null }));
      return visit;
    },
  };
  return registered;
}
