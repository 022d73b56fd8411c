import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { sqliteStore } from '../../../src/adapters/store/sqlite.ts';
import { openContext } from '../../support/browser/chromium.ts';
import { manualClock } from '../../support/clocks/manual-clock.ts';
import { pageErrors } from '../../support/browser/page-errors.ts';
import { startService, type RunningService, type ServiceOptions } from '../../support/service/service.ts';
import { tell, type Story } from './stories.ts';

/** The time in all of these tests, for the service and for the browser: a Friday evening in Berlin, 18:24. */
export const NOW = Date.parse('2026-11-20T17:24:00.000Z');
export const minutesAgo = (minutes: number): number => NOW - minutes * 60_000;
export const hoursAgo = (hours: number): number => minutesAgo(hours * 60);

export const SHOP = 'https://shop.example.com';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and its console, and addresses of other hosts that it asked for. */
  complaints: string[];
}

export interface VisitOptions {
  /** The place inside the dashboard, for example `#/search`. */
  at?: string;
  width?: number;
  dark?: boolean;
  locale?: string;
}

export interface Dashboard {
  service: RunningService;
  /** Stores a conversation, and returns its id. */
  tell(story: Story): Promise<string>;
  /** Opens the dashboard in a separate browser, at the time of the tests. */
  visit(options?: VisitOptions): Promise<Visit>;
  /**
   * As `visit`, in the window of the last `revisit`, which a failed test gives up; the page is not loaded
   * again. For tests that leave no route and no moved clock, at places that show what the address says.
   */
  revisit(options?: Omit<VisitOptions, 'locale'>): Promise<Visit>;
  close(): Promise<void>;
}

/** The whole product with an empty store, to be looked at with a browser. */
export async function startDashboard(options: ServiceOptions = {}): Promise<Dashboard> {
  const service = await startService({ clock: manualClock(NOW), ...options });
  const store = sqliteStore({ dataDir: service.dataDir });
  const contexts: BrowserContext[] = [];
  let last: Visit | undefined;
  const addressOf = (at: string) => `${service.origin}/api/dashboard${at}`;

  async function visit({ at = '', width = 1280, dark = false, locale = 'en-GB' }: VisitOptions = {}) {
    const context = await openContext({
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      locale,
      timezoneId: 'Europe/Berlin',
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    });
    contexts.push(context);
    // Sooner than the test ends, so that a failure names what was waited for.
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    await page.clock.install({ time: NOW });
    const complaints = listen(page, service.origin);
    await page.goto(addressOf(at));
    return { page, context, complaints };
  }

  return {
    service,
    tell: (story) => tell(store.conversations, story),
    visit,
    async revisit({ at = '#/', width = 1280, dark = false } = {}) {
      onTestFailed(() => (last = undefined));
      if (!last) return (last = await visit({ at, width, dark }));
      const { page, complaints } = last;
      complaints.length = 0;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.goto(addressOf(at));
      return last;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await store.close();
      await service.close();
    },
  };
}

/** The text of an element, in one line. */
export const words = async (locator: Locator): Promise<string> =>
  (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();

function listen(page: Page, origin: string): string[] {
  const complaints = pageErrors(page);
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`asked for ${request.url()}`);
  });
  return complaints;
}
