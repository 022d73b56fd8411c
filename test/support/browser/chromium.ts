import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';
import { openWindows } from './open-windows.ts';

/** Chromium without the windows around its pages, which cost four times as much as the pages. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The features that Playwright switches off. Chromium takes the last list that it is given, so that ours
 * repeats it.
 */
const OFF_FOR_PLAYWRIGHT = [
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
 * Features with their own processes: pages of the browser itself in a new window, and a spare process for the
 * next page. Together they cost more than the page that a test opens.
 */
const OFF_TO_SAVE_TIME = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
];

/**
 * Quiet, and cut off from every host but this machine: what a page loads from elsewhere fails in the test
 * too.
 */
export const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_FOR_PLAYWRIGHT, ...OFF_TO_SAVE_TIME].join(',')}`,
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
    // Playwright's cache: the version that fits best, then any other.
    fetched,
    ...globSync(fetched.replace(/chromium-\d+/, 'chromium-*')),
  ];
  return [...new Set(places)].filter((place) => existsSync(place));
}

/** The first installed browser that starts, with its path; undefined if none starts. */
export async function startChromium(): Promise<{ browser: Browser; path: string } | undefined> {
  for (const path of installedChromiums()) {
    try {
      return { browser: await chromium.launch({ executablePath: path, args: FLAGS }), path };
    } catch {
      // Distributions ship stubs by these names, and a download may lack its libraries; the next one may
      // start.
    }
  }
  return undefined;
}

let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker process, started at the first call. It ends with the process: Playwright ends
 * its browsers then.
 */
function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser().then((browser) => {
    // A browser that crashes fails the test that it serves, and none after it.
    browser.once('disconnected', () => (shared = undefined));
    return browser;
  }));
}

/** A window of the worker's browser, with its own storage; it is closed after the test file at last. */
export async function openContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  openWindows.add(context);
  context.on('close', () => openWindows.delete(context));
  return context;
}

/**
 * A headless browser for a test that needs a separate one, and closes it. `npm test` makes sure that there is
 * one.
 */
export async function launchBrowser(): Promise<Browser> {
  const started = await startChromium();
  if (!started) throw new Error('No Chromium starts on this machine. `node scripts/browser.ts` fetches one.');
  return started.browser;
}
