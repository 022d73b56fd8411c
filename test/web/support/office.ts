import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { localIdentityProvider } from '../../../src/adapters/identity/local-provider.ts';
import { demoSite } from '../../../src/web/demo/site.tsx';
import { openContext } from '../../support/browser/chromium.ts';
import { holdTimers } from '../../support/browser/held-timers.ts';
import { listen } from '../../support/servers/listen.ts';
import { pageErrors } from '../../support/browser/page-errors.ts';
import { realClock } from '../../support/clocks/real-clock.ts';
import { realRandom } from '../../support/ports/random.ts';
import { scriptedAnswerer, type ScriptedAnswerer } from '../../support/ports/scripted-answerer.ts';
import { startService, type RunningService, type ServiceOptions } from '../../support/service/service.ts';
import { UNLIMITED } from '../../support/service/settings.ts';
import { visitOf, type Visit } from '../../widget/support/site.ts';
import { connection } from './held-answers.ts';

/** An agent's desk page, by what the agent sees. */
export interface DeskPage {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and its console. */
  complaints: string[];
  list: Locator;
  /** The conversations under a heading of the list. */
  section(name: string): Locator;
  row(sessionId: string): Locator;
  thread: Locator;
  /** The messages of the open conversation, one text each. */
  said(): Promise<string[]>;
  /** The reply field; only present while the agent has the conversation. */
  field: Locator;
  button(name: string | RegExp): Locator;
  open(sessionId: string): Promise<void>;
  /** Opens a conversation that waits for an agent, and claims it. */
  claim(sessionId: string): Promise<void>;
  /** Presses a key outside of any text field. */
  key(key: string): Promise<void>;
  say(text: string): Promise<void>;
  /** The authorization header of the desk's calls, for requests of the same agent from another machine. */
  authorization(): string;
}

interface DeskPageOptions extends BrowserContextOptions {
  /** Another origin of the service than the direct one. */
  origin?: string;
  /** The place inside the desk, for example `#/closed-chats`. */
  at?: string;
  /** Whether the test can move the browser's clock, and whether only the test moves it. */
  clock?: 'moved' | 'held';
}

interface VisitorOptions extends BrowserContextOptions {
  /** Another origin of the service than the direct one. */
  origin?: string;
  /** Whether only the test moves the browser's clock. */
  clock?: 'held';
}

export interface OfficeVisit extends Visit {
  sessionId(): Promise<string>;
  /** Begins a conversation, and asks for a person after the first answer; its id. */
  askForPerson(message: string): Promise<string>;
}

/** The whole product with invented agents, a site with the widget, and browsers for both. */
export interface Office {
  service: RunningService;
  answerer: ScriptedAnswerer;
  site: string;
  /** Signs in one of the invented agents, in a separate browser. */
  agent(name: string, options?: DeskPageOptions): Promise<DeskPage>;
  /** A visitor on the site, with the widget open. */
  visitor(options?: VisitorOptions): Promise<OfficeVisit>;
  /** A new conversation, or one that waits for an agent. */
  conversation(state?: 'open' | 'human_requested', message?: string, from?: string): Promise<string>;
  /** The stored messages of a conversation, as agents read them. */
  stored(sessionId: string): Promise<string[]>;
  close(): Promise<void>;
}

/** `ownModel`: the model of the settings answers instead of the scripted assistant. */
export async function startOffice({
  ownModel = false,
  ...options
}: ServiceOptions & { ownModel?: boolean } = {}): Promise<Office> {
  const answerer = scriptedAnswerer();
  const tenant = options.composition === 'cloud' ? await startTenant() : undefined;
  const service = await startService({
    // The cloud has its own model.
    ...(options.composition !== 'cloud' && !ownModel && { answerer }),
    ...options,
    settings: { ...UNLIMITED, ...tenant?.settings, ...options.settings },
  });
  service.cloud?.model.script({ deltas: ['Hello ', 'there.'] });
  // The browser need not trust the certificate of the cloud's real-time service.
  const anyCertificate = { ignoreHTTPSErrors: service.cloud !== undefined };
  const sites = new Map<string, string>();
  const servers = new Set<ReturnType<typeof createServer>>();
  const contexts = new Set<BrowserContext>();

  async function siteOf(origin: string): Promise<string> {
    const known = sites.get(origin);
    if (known !== undefined) return known;
    const server = createServer(demoSite(origin));
    servers.add(server);
    const site = `${await listen(server)}/plain`;
    sites.set(origin, site);
    return site;
  }

  async function post(path: string, body: object, from?: string): Promise<void> {
    const answer = await service.post(path, body, from === undefined ? {} : { origin: from });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  }

  return {
    service,
    answerer,
    site: await siteOf(service.origin),
    async agent(name, { origin = service.origin, at = '', clock, ...contextOptions } = {}) {
      const context = await openContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...anyCertificate,
        ...contextOptions,
      });
      contexts.add(context);
      const page = await context.newPage();
      const seat = deskPageOf(page, context);
      if (clock === 'moved') await page.clock.install();
      if (clock === 'held') await holdTimers(context);
      await page.goto(`${origin}/api/collab-tab${at}`);
      await seat.button('Sign in').click();
      // A check shows the changes before the connection is listed; for it a held clock has to be moved.
      const connected = clock === 'held' ? connection(page) : undefined;
      await seat.button(name).click();
      await seat.list.waitFor();
      await connected;
      return seat;
    },
    async visitor({ origin = service.origin, clock, ...contextOptions } = {}) {
      const context = await openContext({
        locale: 'en-GB',
        reducedMotion: 'reduce',
        ...anyCertificate,
        ...contextOptions,
      });
      contexts.add(context);
      const page = await context.newPage();
      const visit = visitOf(page);
      if (clock === 'held') await holdTimers(context);
      await page.goto(await siteOf(origin));
      await page.waitForFunction('window.ChatWidget?.version');
      await visit.open();
      const sessionId = async () => {
        const found = await page.waitForFunction(
          () => /"sessionId":"([\da-f-]{36})"/.exec(Object.values(localStorage).join())?.[1],
        );
        return String(await found.jsonValue());
      };
      return {
        ...visit,
        sessionId,
        async askForPerson(message) {
          await visit.send(message);
          await visit.log.getByText('Hello there.').waitFor();
          const id = await sessionId();
          await visit
            .button(/person/i)
            .first()
            .click();
          return id;
        },
      };
    },
    async conversation(state = 'open', message = 'Hello', from) {
      const sessionId = randomUUID();
      await post('/api/chat', { message, sessionId }, from);
      if (state === 'human_requested') await post('/api/handoff', { sessionId }, from);
      return sessionId;
    },
    async stored(sessionId) {
      const answer = await service.get(`/api/messages?sessionId=${sessionId}`);
      const { messages } = (await answer.json()) as { messages: { content: string }[] };
      return messages.map(({ content }) => content);
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      await service.close();
      await tenant?.close();
    },
  };
}

/** A tenant with made-up agents, as the settings of a deployment name it. */
async function startTenant() {
  const { authority, tenantId, clientId, close } = await localIdentityProvider({
    port: 0,
    redirectPaths: ['/api/collab-tab'],
    clock: realClock,
    random: realRandom,
  });
  return {
    settings: { IDP_AUTHORITY: authority, IDP_APP_TENANT_ID: tenantId, IDP_APP_CLIENT_ID: clientId },
    close,
  };
}

export function deskPageOf(page: Page, context: BrowserContext): DeskPage {
  const complaints = pageErrors(page);
  let authorization = '';
  page.on('request', (request) => {
    if (request.url().includes('/api/agent/')) authorization = request.headers()['authorization'] ?? '';
  });
  const thread = page.getByRole('log', { name: 'Messages' });
  const field = page.getByRole('textbox', { name: 'Reply to the visitor' });
  const row = (sessionId: string) => page.locator(`[data-session="${sessionId}"]`);
  const desk: DeskPage = {
    page,
    context,
    complaints,
    list: page.getByRole('navigation', { name: 'Conversations' }),
    section: (name) => page.getByRole('region', { name }),
    row,
    thread,
    said: () => thread.locator('.entry:not(.typing) .bubble, .entry.system:not(.typing) bdi').allInnerTexts(),
    field,
    button: (name) => page.getByRole('button', { name }),
    async open(sessionId) {
      await row(sessionId).click();
      // Until the desk has followed the address, what was open before is there, and shapes after that.
      await page.locator(`[data-session="${sessionId}"][aria-current]`).waitFor({ state: 'attached' });
      await thread.locator('.entry[data-seq]').first().waitFor();
    },
    async key(key) {
      const isWriting = await page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement);
      if (isWriting) await page.keyboard.press('Escape');
      await page.evaluate(
        () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
      );
      await page.keyboard.press(key);
    },
    async say(text) {
      await field.fill(text);
      await field.press('Enter');
    },
    async claim(sessionId) {
      await desk.open(sessionId);
      await desk.button(/^Claim$/).click();
      await field.waitFor();
    },
    authorization: () => authorization,
  };
  return desk;
}
