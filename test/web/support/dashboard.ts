import type { BrowserContext, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { sqliteStore } from '../../../src/adapters/store/sqlite.ts';
import { openContext } from '../../support/browser/chromium.ts';
import {
  loadEmptyPage,
  emptyStorage,
  reusedWindow,
  type ReusedWindow,
} from '../../support/browser/reused-window.ts';
import { manualClock } from '../../support/clocks/manual-clock.ts';
import { pageErrors } from '../../support/browser/page-errors.ts';
import { startService, type RunningService, type ServiceOptions } from '../../support/service/service.ts';
import { PATIENCE_MS } from '../../support/vitest/patience.ts';
import { tell, type Story } from './stories.ts';

/** The time in all of these tests, for the service and for the browser: a Friday evening in Berlin, 18:24. */
export const NOW = Date.parse('2026-11-20T17:24:00.000Z');
export const minutesAgo = (minutes: number): number => NOW - minutes * 60_000;
export const hoursAgo = (hours: number): number => minutesAgo(hours * 60);

export const SHOP = 'https://shop.example.com';

interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and its console, and addresses of other hosts that it asked for. */
  complaints: string[];
}

interface VisitOptions {
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
   * As `visit`, in a window that tests have in turn; the page that one of them has opened is not loaded
   * again. For tests that leave nothing unsaved, at places that show what the address says.
   */
  revisit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

/** The whole product with an empty store, to be looked at with a browser. */
export async function startDashboard(options: ServiceOptions = {}): Promise<Dashboard> {
  const service = await startService({ clock: manualClock(NOW), ...options });
  const store = sqliteStore({ dataDir: service.dataDir });
  const addressOf = (at: string) => `${service.origin}/api/dashboard${at}`;
  /** The page that a test may go on with. */
  let revisited: Page | undefined;

  const looksOf = ({ width = 1280, dark = false, locale = 'en-GB' }: VisitOptions) => ({
    viewport: { width, height: 900 },
    colorScheme: dark ? ('dark' as const) : ('light' as const),
    locale,
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce' as const,
  });

  async function visit(where: VisitOptions = {}): Promise<Visit> {
    const context = await openContext(looksOf(where));
    onTestFinished(() => context.close());
    return go({ context, page: await context.newPage() }, where);
  }

  async function revisit(where: VisitOptions = {}): Promise<Visit> {
    const window = await reusedWindow(looksOf(where));
    const { page } = window;
    if (page === revisited) {
      // Away from the view of the test before, which its address may not bring back as it was.
      await page.goto(addressOf('#/nowhere'));
      await page.getByText('Page not found').waitFor();
      await emptyStorage(page);
    } else await loadEmptyPage(page, `${service.origin}/api/health`);
    revisited = page;
    return go(window, where);
  }

  async function go({ page, context }: ReusedWindow, { at = '#/' }: VisitOptions): Promise<Visit> {
    // Sooner than the test ends, so that a failure names what was waited for.
    context.setDefaultTimeout(PATIENCE_MS);
    await page.clock.install({ time: NOW });
    const complaints = listen(page, service.origin);
    await page.goto(addressOf(at));
    return { page, context, complaints };
  }

  return {
    service,
    tell: (story) => tell(store.conversations, story),
    visit,
    revisit,
    async close() {
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
