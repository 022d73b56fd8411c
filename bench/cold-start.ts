import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { BundleOutputs } from '../scripts/bundle-for-node.ts';
import { figure, quantile } from './support/report.ts';

// The files that a new instance loads before it registers its functions, and before it answers its first
// visitor. The deployed package is measured, each time in a new process. Cloud instances have no compile
// cache; the times with one are shown, too.
const ROOT = dirname(import.meta.dirname);
const ROUNDS = 15;
const LOAD_TIME = join(import.meta.dirname, 'support/load-time.ts');
const folder = mkdtempSync(join(tmpdir(), 'cold-start-'));

/** The SDKs that the first POST /api/chat uses in the cloud, and those of the first admin and agent. */
const ITS_SDKS = ['@azure/cosmos', '@azure/identity', '@azure/web-pubsub', 'openai'];
const LATER_SDKS = ['@azure/keyvault-secrets', 'jose'];
/** Files that are loaded after the entry, in this order: the product, its adapters, their SDKs. */
const FIRST_CHAT = [
  'src/hosts/azure/invocation-replies.ts',
  'functions/start-files.ts',
  'functions/start-runtime.ts',
  'functions/visitor/routes.ts',
  'src/adapters/store/cosmos.ts',
  'src/adapters/realtime/web-pubsub.ts',
  'src/adapters/model/model-answerer.ts',
  'src/adapters/model/openai.ts',
  'src/adapters/knowledge/markdown-sections.ts',
  'src/adapters/knowledge/knowledge-search.ts',
  ...ITS_SDKS.map((name) => `node_modules/${name}/`),
];
/** Files that are loaded for the first admin and for the first agent. */
const LATER = LATER_SDKS.map((name) => `node_modules/${name}/`);

function loadOnce(modules: readonly string[], environment: Record<string, string>): number[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LOAD_TIME, ...modules], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as number[];
}

/** The median load time of each list of modules, measured in turns so that all have the same noise. */
function medians(lists: Record<string, readonly string[]>, environment: Record<string, string>) {
  const loads = Object.entries(lists).map(([name, modules]) => ({ name, modules, runs: [] as number[][] }));
  for (let round = -1; round < ROUNDS; round++) {
    for (const { modules, runs } of loads) {
      const run = loadOnce(modules, environment);
      // The first round warms the disk cache and, if there is one, the compile cache.
      if (round >= 0) runs.push(run);
    }
  }
  return new Map(
    loads.map(({ name, modules, runs }) => [
      name,
      {
        ms: quantile(
          runs.map((times) => times.reduce((sum, time) => sum + time, 0)),
          0.5,
        ),
        each: modules.map((_, at) =>
          quantile(
            runs.map((times) => times[at] ?? Number.NaN),
            0.5,
          ),
        ),
      },
    ]),
  );
}

function unpack(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/package.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(join(ROOT, 'dist/runtime.zip'))))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

/** The chunk that contains a source file or one of our packages. */
function chunkOf(bundled: BundleOutputs, source: string): string {
  const paths = Object.entries(bundled).flatMap(([path, { entry }]) =>
    entry?.startsWith(source) ? [path] : [],
  );
  const found = paths.map((path) => join(folder, path)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`Nothing in the package begins with ${source}.`);
  return found;
}

unpack();
const bundled = JSON.parse(readFileSync(join(ROOT, 'dist/bundled.json'), 'utf8')) as BundleOutputs;
const lists = {
  entry: [join(folder, 'runtime.js')],
  first: [join(folder, 'runtime.js'), ...FIRST_CHAT.map((source) => chunkOf(bundled, source))],
  itsSdks: ITS_SDKS.map((name) => chunkOf(bundled, `node_modules/${name}/`)),
  later: [...FIRST_CHAT, ...LATER].map((source) => chunkOf(bundled, source)),
};
for (const [name, environment] of [
  ['as in the cloud', { NODE_DISABLE_COMPILE_CACHE: '1' }],
  ['with a warm compile cache', { NODE_COMPILE_CACHE: join(folder, 'compile-cache') }],
] as const) {
  const load = medians(lists, environment);
  const of = (list: keyof typeof lists) => load.get(list) ?? { ms: Number.NaN, each: [] };
  figure(name, `median of ${ROUNDS} processes`);
  for (const [text, list] of [
    ['the entry', 'entry'],
    ['SDKs of the first chat', 'itsSdks'],
    ['all for the first chat', 'first'],
  ] as const) {
    figure(`  ${text}`, `${of(list).ms.toFixed(0)} ms`);
  }
  const show = (source: string, ms = Number.NaN) => figure(`    ${source}`, `${ms.toFixed(1)} ms`);
  for (const [at, source] of ['functions/runtime.ts', ...FIRST_CHAT].entries()) {
    show(source, of('first').each[at]);
  }
  for (const [at, source] of LATER.entries()) {
    show(`${source} (later)`, of('later').each[FIRST_CHAT.length + at]);
  }
}
rmSync(folder, { recursive: true });
