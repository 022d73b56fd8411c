import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSmtp } from '../../fakes/smtp-server.ts';
import { openContext } from '../../support/browser/chromium.ts';
import { pageErrors } from '../../support/browser/page-errors.ts';
import { readEmail } from '../../support/email-text.ts';
import type { ServiceOptions } from '../../support/service/service.ts';
import { startOffice, type DeskPage, type Office, type OfficeVisit } from '../../web/support/office.ts';

/** How wide the windows of a journey are: a computer and a phone, in pixels. */
export const WIDTHS = [1440, 390];

const windowOf = (width: number): BrowserContextOptions => ({
  viewport: { width, height: 844 },
  ...(width < 500 && { isMobile: true, hasTouch: true }),
});

/** A business that uses the whole product, by its people, and the e-mails that leave it. */
export interface Business extends Office {
  /** A visitor on the site, in a window of a width. */
  visitorAt(width: number): Promise<OfficeVisit>;
  agentAt(name: string, width: number): Promise<DeskPage>;
  /** The dashboard at a place, for example `#/knowledge`, with the errors of its page. */
  adminAt(width: number, at?: string): Promise<{ page: Page; complaints: string[] }>;
  /** The e-mails since the last call, newest last. */
  emails(): { to: string[]; subject: string; text: string }[];
  /** The link to the conversation in the newest e-mail that has one. */
  linkIn(emails: { text: string }[]): string;
}

/** Starts the business with an e-mail server and the assistant that needs no model. */
export async function startBusiness({ settings, ...options }: ServiceOptions = {}): Promise<Business> {
  const smtp = await startSmtp();
  const office = await startOffice({
    ownModel: options.answerer === undefined,
    ...options,
    settings: {
      PLAN_ID: 'growth',
      SMTP_URL: smtp.url,
      EMAIL_FROM: 'chat@shop.example',
      EMAIL_BUSINESS_NAME: 'Harbour Cycles',
      ...settings,
    },
  });
  const opened: Page[] = [];
  return {
    ...office,
    visitorAt: (width) => office.visitor(windowOf(width)),
    agentAt: (name, width) => office.agent(name, windowOf(width)),
    async adminAt(width, at = '#/') {
      const context = await openContext({ locale: 'en-GB', reducedMotion: 'reduce', ...windowOf(width) });
      const page = await context.newPage();
      opened.push(page);
      const complaints = pageErrors(page);
      await page.goto(`${office.service.origin}/api/dashboard${at}`);
      return { page, complaints };
    },
    emails: () =>
      smtp.accepted.splice(0).map(({ to, content }) => {
        const { headers, text } = readEmail(content);
        return { to, subject: /^Subject: (.*)$/m.exec(headers)?.[1]?.trim() ?? '', text };
      }),
    linkIn: (emails) => /http\S+#chat-link=\S+/.exec(emails.map(({ text }) => text).join('\n'))?.[0] ?? '',
    async close() {
      await Promise.all(opened.map((page) => page.context().close()));
      await office.close();
      await smtp.close();
    },
  };
}
