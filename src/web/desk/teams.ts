import { app, authentication } from '@microsoft/teams-js';
import { store, type Store } from '../ui/store.ts';
import type { Theme } from './theme.ts';
import { linkHref } from './router.ts';
import { cachedToken, SignInFailed, type SignInState } from '../ui/agent-sign-in/access.ts';

const SILENT = 'Teams did not respond. Reload this tab, or open the agent desk in a browser.';
const REFUSED =
  'Teams could not sign you in. Ask an admin to check the setup, or open the agent desk in a browser.';

const TIMEOUT_MS = 15_000;

/** Signs in silently as the Teams user. The desk uses the theme of Teams. */
export async function teamsSignIn(): Promise<SignInState & { theme: Store<Theme> }> {
  const theme = store<Theme>('light');
  const setTheme = (name: string) => theme.update(() => themeOf(name));
  try {
    await withTimeLimit(TIMEOUT_MS, app.initialize());
    const { app: host, page } = await app.getContext();
    setTheme(host.theme);
    // A deep link's context contains the conversation to open.
    if (page.subPageId !== undefined && page.subPageId !== '') {
      location.replace(linkHref(page.subPageId));
    }
  } catch {
    return { theme, problem: SILENT };
  }
  app.registerOnThemeChangeHandler(setTheme);
  app.notifyAppLoaded();

  const { token } = cachedToken(async () => {
    try {
      return await authentication.getAuthToken();
    } catch (cause) {
      throw new SignInFailed(REFUSED, { cause });
    }
  });

  try {
    await token();
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    app.notifyFailure({ reason: app.FailedReason.AuthFailed });
    return { theme, problem: error.message };
  }
  void app.notifySuccess();
  return { theme, access: { token } };
}

/** Maps Teams' theme names. */
function themeOf(name: string): Theme {
  if (name === 'dark' || name === 'contrast') return name;
  return 'light';
}

async function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInFailed(SILENT)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
