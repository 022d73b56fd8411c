import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findBicep } from './scripts/infra/bicep-cli.ts';
import { COMPILED } from './test/support/vitest/compiler.ts';
import { PATIENCE_MS } from './test/support/vitest/patience.ts';

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

/** CI must have the compiler of the templates; their test fails there without it. */
const hasCompiler = process.env['CI'] !== undefined || findBicep() !== undefined;

/** The kinds of test files, each of which runs in its own way. A file has its kind before `.test.ts`. */
const KINDS = {
  /** A process for each file: the SDK of the managed identity reads its token endpoint once per process. */
  isolated: 'test/**/*.isolated.test.ts',
  /** The process is a cloud worker, with the same managed identity for all files. */
  cloud: 'test/**/*.cloud.test.ts',
  /** A cloud worker that opens pages. */
  cloudBrowser: 'test/**/*.cloud-browser.test.ts',
  browser: 'test/**/*.browser.test.ts',
  /** Starts other processes, or uses the output of `npm run build`. */
  built: 'test/**/*.built.test.ts',
};
/** Runs a second time with the host integration off. */
const HOSTS = 'test/**/*.hosts.{test,built.test}.ts';

/** A group of test files that run in the same way. Vitest runs the groups in the order of their names. */
const project = (
  name: string,
  include: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  extends: true,
  // Zero leaves the number of workers to the whole run, and so to `--maxWorkers`.
  test: { name, include: [include], maxWorkers: 0, ...test },
});

export default defineConfig({
  define: {
    __VERSION__: JSON.stringify(version),
    WIDGET_RELEASE: JSON.stringify(`widget/${version}-000000/`),
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      project('a process per file', KINDS.isolated, { globalSetup: BUILDS }),
      project('browser', KINDS.browser, { ...IN_SHARED, globalSetup: BUILDS }),
      project('browser in a cloud', KINDS.cloudBrowser, IN_CLOUD),
      project('built', KINDS.built, {
        ...IN_SHARED,
        globalSetup: [BUILDS, inSupport('compiler.ts')],
        exclude: hasCompiler ? [] : [COMPILED],
      }),
      project('cloud', KINDS.cloud, IN_CLOUD),
      // `npm run test:fast`: no browser, no other process, nothing that is built.
      project('fast', 'test/**/*.test.{ts,tsx}', { ...IN_SHARED, exclude: Object.values(KINDS) }),
      // The functions library answers, as it does where its server is not found (docs/adr/0042).
      project('host integration off', HOSTS, {
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
    // A module is transformed once for all projects, and again only when it has changed.
    experimental: { fsModuleCache: true },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A condition may take longer on a busy machine; on a calm one it holds immediately.
    expect: { poll: { interval: 10, timeout: PATIENCE_MS } },
  },
});
