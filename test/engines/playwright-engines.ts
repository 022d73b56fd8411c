import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { firefox, type Browser, type ElementHandle, type Page } from 'playwright-core';
import { installedChromiums, startChromium } from '../support/browser/chromium.ts';
import { findScript, FRAME, type Engine, type RunningEngine, type Tab } from './engine.ts';

/** The program that a variable names, or else the first of these names on the path. */
export function programOf(variable: string, ...names: string[]): string | undefined {
  const { [variable]: given, PATH = '' } = process.env;
  if (given) return given;
  const folders = PATH.split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function tabOf(page: Page): Tab {
  const place = () => page.frames().find((frame) => frame.url().includes(FRAME)) ?? page.mainFrame();
  const lookIn = async (frame: ReturnType<typeof place>, script: string): Promise<ElementHandle | null> =>
    (await frame.evaluateHandle(script)).asElement();
  return {
    resize: (width, height) => page.setViewportSize({ width, height }),
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    async find(wanted) {
      const script = findScript(wanted);
      const found = (await lookIn(place(), script)) ?? (await lookIn(page.mainFrame(), script));
      if (!found) return undefined;
      return {
        click: () => found.click({ timeout: 2_000 }),
        text: async () => (await found.innerText()).trim(),
      };
    },
    type: (text) => page.keyboard.type(text),
    enter: () => page.keyboard.press('Enter'),
    evaluate: (expression) => place().evaluate(expression),
    close: () => page.context().close(),
  };
}

const running = (name: string, browser: Browser): RunningEngine => ({
  name: `${name} ${browser.version()}`,
  open: async () => tabOf(await (await browser.newContext({ locale: 'en-GB' })).newPage()),
  close: () => browser.close(),
});

export const CHROMIUM: Engine = {
  name: 'Chromium',
  install: '`node scripts/browser.ts` fetches one',
  path: () => installedChromiums()[0],
  async start() {
    const started = await startChromium();
    if (!started) throw new Error('No Chromium starts.');
    return running('Chromium', started.browser);
  },
};

/** The Firefox of the system, as Mozilla ships it, by WebDriver BiDi. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  install: '`apt-get install firefox-esr`, or name one of version 140 or newer in FIREFOX_PATH',
  path: () => programOf('FIREFOX_PATH', 'firefox', 'firefox-esr'),
  async start(path) {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
      env: { ...process.env, FIREFOX_PATH: path },
    });
    return running('Firefox', browser);
  },
};
