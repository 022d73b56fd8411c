import { createServer } from 'node:http';
import type { BrowserContext, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { openContext } from '../../support/browser/chromium.ts';
import { closeServer, listen } from '../../support/servers/listen.ts';
import { pageErrors } from '../../support/browser/page-errors.ts';
import { fakeService, type FakeService } from './fake-service.ts';
import { answered, opened } from './turns.ts';

export interface PageParts {
  /** Attributes of the script tag, such as `data-title="Help"`. */
  attributes?: string;
  /** Goes before the script tag. */
  head?: string;
  body?: string;
  csp?: string;
  /** The fragment of its address, with `#`. */
  fragment?: string;
  lang?: string;
  nonce?: string;
  /** The fixed time of the visitor's clock. */
  now?: Date;
  /** Of the script's address, such as `?w=…`; null where the page has no script tag. */
  query?: string | null;
}

/**
 * A customer's site on a separate origin, the service on another, and a browser in which a visitor looks
 * at it.
 */
export interface Site {
  service: FakeService;
  origin: string;
  context: BrowserContext;
  /** A new tab on a page that embeds the widget. */
  visit(parts?: PageParts): Promise<Visit>;
  /** A new tab with the panel open. */
  opened(parts?: PageParts): Promise<Visit>;
  /** A new tab in which the visitor has said “Hello” and was answered. */
  conversation(parts?: PageParts): Promise<Visit>;
  /** Makes a page without going there, and returns its address. */
  page(parts?: PageParts): string;
  stop(): Promise<void>;
}

/** A tab with the widget, by what the visitor sees of it. */
export interface Visit {
  page: Page;
  /** The errors that the page threw. */
  errors: string[];
  launcher: Locator;
  /** The dialog of the page, which holds the panel, or the frame that does. */
  dialog: Locator;
  panel: Locator;
  input: Locator;
  log: Locator;
  open(): Promise<void>;
  send(message: string): Promise<void>;
  /** Sends a message and waits for the answer of the fake service, which repeats it. */
  ask(message: string): Promise<void>;
  button(name: string | RegExp): Locator;
}

export async function startSite(options: BrowserContextOptions = {}): Promise<Site> {
  const service = await fakeService();
  const pages = new Map<string, PageParts>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const parts = pages.get(path);
    if (!parts) return void response.writeHead(404).end();
    const {
      attributes = '',
      head = '',
      body = '<h1>Shop</h1><p>Welcome.</p>',
      csp,
      lang = 'en',
      nonce,
      query = '',
    } = parts;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(csp && {
        'content-security-policy': csp
          .replaceAll('{service-ws}', service.origin.replace('http', 'ws'))
          .replaceAll('{service}', service.origin),
      }),
    });
    const source = `${service.origin}/api/widget.js${query}`;
    const tag = `<script src="${source}" async ${nonce ? `nonce="${nonce}"` : ''} ${attributes}></script>`;
    response.end(
      `<!doctype html><html lang="${lang}"><head><title>Shop</title><link rel="icon" href="data:,">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1">${head}${query === null ? '' : tag}</head><body><main>${body}</main></body></html>`,
    );
  });
  const origin = await listen(server);
  const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });

  const site: Site = {
    service,
    origin,
    context,
    page(parts = {}) {
      const path = `/page${pages.size}`;
      pages.set(path, parts);
      return origin + path;
    },
    async visit(parts) {
      const page = await context.newPage();
      const visit = visitOf(page);
      if (parts?.now) await page.clock.setFixedTime(parts.now);
      await page.goto(site.page(parts) + (parts?.fragment ?? ''));
      await page.locator('chat-widget button').first().waitFor({ state: 'attached' });
      return visit;
    },
    opened: async (parts) => opened(await site.visit(parts)),
    conversation: async (parts) => answered(await site.visit(parts)),
    async stop() {
      await context.close();
      await closeServer(server);
      await service.stop();
    },
  };
  return site;
}

/** The widget in a tab. */
export function visitOf(page: Page): Visit {
  return visitIn(page, page);
}

/** The widget in a tab, with its panel in a frame of it, or in the page itself. */
export function visitIn(page: Page, place: Page | FrameLocator): Visit {
  const errors = pageErrors(page);
  const panel = place.locator('chat-widget dialog');
  const input = panel.locator('.composer textarea');
  const visit: Visit = {
    page,
    errors,
    launcher: page.locator('chat-widget .root > button'),
    dialog: page.locator('chat-widget dialog'),
    panel,
    input,
    log: panel.getByRole('log'),
    async open() {
      await visit.launcher.click();
      await input.waitFor();
    },
    async send(message) {
      await input.fill(message);
      await input.press('Enter');
    },
    async ask(message) {
      await visit.send(message);
      await visit.log.getByText(`You said: ${message}`).waitFor();
    },
    button: (name) => place.locator('chat-widget').getByRole('button', { name }),
  };
  return visit;
}
