import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { openWindows } from './open-windows.ts';

/** Chromium without a window UI, which would cost four times as much as the pages. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The features that Playwright disables. They are repeated here, because Chromium uses only the last list.
 */
const DISABLED_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Features with separate processes: the browser's own pages in a new window, and a spare renderer. Together
 * they cost more than a test's page.
 */
const DISABLED_TO_SAVE_TIME = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/** Silent, and without access to other hosts, so that pages that load from elsewhere fail. */
export const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...DISABLED_BY_PLAYWRIGHT, ...DISABLED_TO_SAVE_TIME].join(',')}`,
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
];

/** The paths of Chromium or Chrome on this machine, best first; only CHROMIUM_PATH if it is set. */
export function installedChromiums(): string[] {
  const { CHROMIUM_PATH, PATH = '', PROGRAMFILES = '', LOCALAPPDATA = '' } = process.env;
  if (CHROMIUM_PATH) return [CHROMIUM_PATH];
  const folders = [...PATH.split(delimiter), '/usr/bin', '/snap/bin'];
  const commands = (names: string[]) => folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const fetched = chromium.executablePath();
  const places = [
    ...commands(SHELLS),
    ...globSync(join(fetched, '../../../chromium_headless_shell-*/*/chrome-headless-shell{,.exe}')),
    ...commands(BROWSERS),
    ...['', homedir()].flatMap((root) => [
      `${root}/Applications/Google Chrome.app/Contents/MacOS/Google Chrome`,
      `${root}/Applications/Chromium.app/Contents/MacOS/Chromium`,
    ]),
    ...[PROGRAMFILES, `${PROGRAMFILES} (x86)`, LOCALAPPDATA].map((root) =>
      join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
    ),
    // Playwright's cache: the matching version, then others.
    fetched,
    ...globSync(fetched.replace(/chromium-\d+/, 'chromium-*')),
  ];
  return [...new Set(places)].filter((place) => existsSync(place));
}

/** Starts the first installed browser that works; undefined if there is no working one. */
export async function startChromium(): Promise<{ browser: Browser; path: string } | undefined> {
  for (const path of installedChromiums()) {
    try {
      return { browser: await chromium.launch({ executablePath: path, args: FLAGS }), path };
    } catch {
      // Distributions have stubs with these names, and downloads can lack libraries, so the next one is
      // tried.
    }
  }
  return undefined;
}

let shared: Promise<Browser> | undefined;

/** The browser of this worker process, started on first use. Playwright ends it with the process. */
function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser().then((browser) => {
    // A crashed browser only fails the current test.
    browser.once('disconnected', () => (shared = undefined));
    return browser;
  }));
}

/** Opens a window with separate storage. It is closed after the test file at the latest. */
export async function openContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  openWindows.add(context);
  context.on('close', () => openWindows.delete(context));
  return context;
}

/**
 * Launches a headless browser for a test that needs a separate one. The test closes it. `npm test` ensures
 * that a browser is installed.
 */
export async function launchBrowser(): Promise<Browser> {
  const started = await startChromium();
  if (!started) throw new Error('No Chromium starts on this machine. `node scripts/browser.ts` fetches one.');
  return started.browser;
}
