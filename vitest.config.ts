import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findBicep } from './scripts/infra/bicep-cli.ts';
import { LongestFirst } from './test/support/vitest/longest-first.ts';
import { PATIENCE_MS } from './test/support/vitest/patience.ts';
import {
  BROWSER,
  BROWSER_IN_CLOUD,
  BUILT,
  CLOUD_PROCESS,
  COMPILED,
  FALLBACK,
  OWN_PROCESS,
} from './test/support/vitest/projects.ts';
import SecondTries from './test/support/vitest/second-tries.ts';

/** An absolute path, which also holds where Vitest runs with another root. */
const inSupport = (name: string) => fileURLToPath(new URL(`test/support/vitest/${name}`, import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const SHARED = inSupport('shared-process.ts');
/** Builds `dist` first if the sources have changed. Vitest calls it only for projects that run. */
const BUILDS = inSupport('built.ts');
const IN_CLOUD = { isolate: false, setupFiles: [SHARED, inSupport('cloud-process.ts')], globalSetup: BUILDS };
/** A worker loads what the files import, and starts its browser, once and not for each file. */
const IN_SHARED = { isolate: false, setupFiles: SHARED, provide: { sharesProcess: true } };
/** A page is tried once more in CI: what a browser does late is no fault of the product. */
const SECOND_TRY = { retry: process.env['CI'] === undefined ? 0 : 1 };

/** CI must have the compiler of the templates; their test fails there without it. */
const hasCompiler = process.env['CI'] !== undefined || findBicep() !== undefined;

/** A group of test files that run in the same way. */
const project = (
  name: string,
  include: string[],
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  // Zero leaves the number of workers to the whole run, and so to `--maxWorkers`.
  test: { name, include, maxWorkers: 0, ...test },
});

export default defineConfig({
  define: {
    __VERSION__: JSON.stringify(version),
    WIDGET_RELEASE: JSON.stringify(`widget/${version}-000000/`),
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      project('own process', OWN_PROCESS, { globalSetup: BUILDS }),
      project('cloud process', CLOUD_PROCESS, IN_CLOUD),
      project('browser in a cloud', BROWSER_IN_CLOUD, { ...IN_CLOUD, ...SECOND_TRY }),
      project('browser', BROWSER, { ...IN_SHARED, ...SECOND_TRY, globalSetup: BUILDS }),
      project('built', BUILT, {
        ...IN_SHARED,
        globalSetup: [BUILDS, inSupport('compiler.ts')],
        exclude: hasCompiler ? [] : [COMPILED],
      }),
      // `npm run test:fast`: no browser, no other process, nothing that is built.
      project('fast', ['test/**/*.test.{ts,tsx}'], {
        ...IN_SHARED,
        exclude: [...OWN_PROCESS, ...CLOUD_PROCESS, ...BROWSER_IN_CLOUD, ...BROWSER, ...BUILT],
      }),
      // The functions library answers, as it does where its server is not found (docs/adr/0042).
      project('host integration off', FALLBACK, {
        ...IN_SHARED,
        provide: { sharesProcess: true, isFallback: true },
        globalSetup: BUILDS,
      }),
    ],
    globalSetup: inSupport('temporary-folder.ts'),
    pool: 'forks',
    // A test waits more than it computes: for a browser, another process, a time-out. With more workers, the
    // SDKs of the cloud load so slowly that time-outs of the product pass.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // A module is transformed once for all projects, and again only when it has changed.
    experimental: { fsModuleCache: true },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A condition may take longer on a busy machine; on a calm one it holds immediately.
    expect: { poll: { interval: 10, timeout: PATIENCE_MS } },
    reporters: ['default', new SecondTries()],
  },
});
