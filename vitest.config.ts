import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/vitest/longest-first.ts';
import { PATIENCE_MS } from './test/support/vitest/patience.ts';
import SecondTries from './test/support/vitest/second-tries.ts';

/** An absolute path, which also holds where Vitest runs with another root. */
const inSupport = (name: string) => fileURLToPath(new URL(`test/support/vitest/${name}`, import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Test files that need a process of their own. The SDK of the managed identity reads where it gets its tokens
 * once in a process, so it is for tests of the identity alone; tests of the hosts change the process.
 */
const OWN_PROCESS = [
  'test/hosts/**/*.test.ts',
  'test/adapters/{credential-azure,credential-hanging,publisher-http}.test.ts',
  'test/journeys/{cloud-composition,cold-without-store,faults,faults-identity,quota-loop}.test.ts',
];

/** Test files that make their process a worker in a cloud, all with the same managed identity. */
const CLOUD_PROCESS = [
  'test/docs/charges.test.ts',
  'test/http/{availability-cloud,component-problems,deleted-while-answering,uploads,wrong-price}.test.ts',
  'test/journeys/{admin,desk-break,handoff,handoff-unreliable,left-message,model-change,notifications}.test.ts',
  'test/journeys/{realtime-*,registered-widget-cost,registry,visitor}.test.ts',
  'test/services/{request-units,turn-aborts}.test.ts',
];

/** Black-box tests of visitor, admin and agent that also run with the host integration off. */
const FALLBACK = [
  'test/http/{admin-conversations,admin-gate,admin-search,admin-session}.test.ts',
  'test/http/{agent-claim,agent-gate,agent-messages,agent-sessions}.test.ts',
  'test/http/{attachments,chat,chat-stream,contact,cors,visitor-authorization,visitor-session}.test.ts',
];

/** Zero leaves the number of workers to the whole run, and so to `--maxWorkers`. */
const OF_THE_RUN = { maxWorkers: 0 };

export default defineConfig({
  define: {
    __VERSION__: JSON.stringify(version),
    WIDGET_RELEASE: JSON.stringify(`widget/${version}-000000/`),
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      { extends: true, test: { name: 'own process', include: OWN_PROCESS, ...OF_THE_RUN } },
      {
        extends: true,
        test: {
          name: 'cloud process',
          include: CLOUD_PROCESS,
          isolate: false,
          setupFiles: [inSupport('shared-process.ts'), inSupport('cloud-process.ts')],
          ...OF_THE_RUN,
        },
      },
      {
        // A worker loads what the files import, and starts its browser, once and not for each file.
        extends: true,
        test: {
          name: 'shared process',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...OWN_PROCESS, ...CLOUD_PROCESS],
          isolate: false,
          setupFiles: inSupport('shared-process.ts'),
          provide: { sharesProcess: true },
          ...OF_THE_RUN,
        },
      },
      {
        // The functions library answers, as it does where its server is not found (docs/adr/0042).
        extends: true,
        test: {
          name: 'host integration off',
          include: FALLBACK,
          isolate: false,
          setupFiles: inSupport('shared-process.ts'),
          provide: { sharesProcess: true, isFallback: true },
          ...OF_THE_RUN,
        },
      },
    ],
    globalSetup: inSupport('temporary-folder.ts'),
    pool: 'forks',
    // A test waits more than it computes: for a browser, another process, a time-out. With more workers, the
    // SDKs of the cloud load so slowly that time-outs of the product pass.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // A module is transformed once for the three projects, and again only when it has changed.
    experimental: { fsModuleCache: true },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A condition may take its time on a busy machine; what it waits for comes at once on a calm one.
    expect: { poll: { interval: 10, timeout: PATIENCE_MS } },
    // One race among thousands of tests does not fail a change; `SecondTries` names it.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default', new SecondTries()],
  },
});
