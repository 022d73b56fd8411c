import type { BrowserContext, Frame, Page } from 'playwright-core';

/** A window of Teams with a tab in it. */
interface TeamsWindow {
  page: Page;
  tab: Frame;
  changeTheme(name: string): Promise<void>;
  /** The names of what the tab has asked Teams for. */
  asked(): Promise<string[]>;
}

interface TeamsOptions {
  tab: string;
  theme: string;
  /** The token that Teams has for the tab; undefined where it refuses. */
  token: string | undefined;
  /** The sub-page that a deep link opens in the tab. */
  subEntityId?: string;
}

const TEAMS = 'https://teams.microsoft.com/';

/**
 * The behavior of the real window in its page: answers the requests of `@microsoft/teams-js` from the frame.
 */
function behaveLikeTeams(options: { theme: string; token?: string; subEntityId?: string }): void {
  const { theme, token, subEntityId } = options;
  const asked: string[] = [];
  Reflect.set(window, 'asked', asked);
  const frame = document.querySelector('iframe');
  const send = (message: object) => frame?.contentWindow?.postMessage(message, '*');
  Reflect.set(window, 'changeTheme', (name: string) => send({ func: 'themeChange', args: [name] }));
  const runtime = { apiVersion: 4, hostVersionsInfo: {}, isLegacyTeams: false, supports: {} };
  const answers: Record<string, unknown[]> = {
    initialize: ['content', 'desktop', JSON.stringify(runtime), '2.0.0'],
    getContext: [{ theme, locale: 'en-gb', hostName: 'Teams', frameContext: 'content', subEntityId }],
    'authentication.getAuthToken': token === undefined ? [false, 'resourceRequiresConsent'] : [true, token],
  };
  window.addEventListener('message', ({ data, source }: MessageEvent<Record<string, unknown>>) => {
    const func = data['func'];
    if (source !== frame?.contentWindow || typeof func !== 'string') return;
    asked.push(func);
    const args = answers[func];
    if (args) send({ id: data['id'], uuidAsString: data['uuidAsString'], args });
  });
}

/** Opens a tab as Teams in a browser does: framed, under the origin of Teams. Nothing leaves this machine. */
export async function openInTeams(context: BrowserContext, options: TeamsOptions): Promise<TeamsWindow> {
  const { tab: address, theme, token, subEntityId } = options;
  await context.route(`${TEAMS}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Teams</title><iframe style="width:1200px;height:700px"></iframe>',
    }),
  );
  // The tab of this test is on this machine, which a public page may not show unless its reader allows it.
  await context.grantPermissions(['local-network-access'], { origin: TEAMS });
  const page = await context.newPage();
  await page.goto(TEAMS);
  await page.evaluate(behaveLikeTeams, {
    theme,
    ...(token !== undefined && { token }),
    ...(subEntityId !== undefined && { subEntityId }),
  });
  await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), address);
  const frame = await page.waitForSelector('iframe');
  const tab = await frame.contentFrame();
  if (!tab) throw new Error('The window has no tab.');
  return {
    page,
    tab,
    changeTheme: (name) => page.evaluate(`changeTheme(${JSON.stringify(name)})`),
    asked: () => page.evaluate('asked'),
  };
}
