import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { startChromium } from '../test/support/browser/chromium.ts';

const FETCH_TIMEOUT_MS = 240_000;

/** Runs a program without output. Returns false if it is missing, fails or times out. */
function runs(program: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'ignore', timeout: FETCH_TIMEOUT_MS, env }).status === 0;
}

function fetchWithPlaywright(): boolean {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return runs(process.execPath, join(folder, 'cli.js'), 'install', '--only-shell', 'chromium');
}

function installFromDebian(): boolean {
  if (process.getuid?.() !== 0) return false;
  const installs = (name: string) =>
    runs('apt-get', 'install', '-y', '--no-install-recommends', name, 'fonts-liberation');
  return runs('apt-get', 'update') && (installs('chromium-headless-shell') || installs('chromium'));
}

/** Finds or downloads a browser for the tests, and prints its path. */
async function main(): Promise<void> {
  const given = process.env['CHROMIUM_PATH'];
  const ways: [how: string, make: () => boolean][] = [
    [given ? 'from CHROMIUM_PATH' : 'installed', () => true],
    ['fetched by Playwright', fetchWithPlaywright],
    ['installed from Debian', installFromDebian],
  ];
  // If a setting names a browser, no other one is tried.
  for (const [how, make] of given ? ways.slice(0, 1) : ways) {
    const started = make() ? await startChromium() : undefined;
    if (!started) continue;
    process.stdout.write(
      `Browser of the tests: Chromium ${started.browser.version()}, ${how}, ${started.path}\n`,
    );
    await started.browser.close();
    return;
  }
  process.stderr.write(
    given
      ? `No Chromium for the browser tests: CHROMIUM_PATH (${given}) does not start.\n`
      : 'No Chromium for the browser tests: none starts, and neither Playwright nor apt-get (as root) could fetch ' +
          'one. Install Chromium, or set CHROMIUM_PATH.\n',
  );
  process.exitCode = 1;
}

await main();
