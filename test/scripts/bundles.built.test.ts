import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForNode, type BundleOutputs } from '../../scripts/bundle-for-node.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRIES = ['runtime', 'control-plane'];
/** The files for which the first visitor of a new instance waits. */
const FIRST_VISITOR = [
  'functions/start-files.ts',
  'functions/start-runtime.ts',
  'functions/visitor/routes.ts',
];

let folder: string;
let bundled: BundleOutputs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  bundled = JSON.parse(await readFile(join(ROOT, 'dist/bundled.json'), 'utf8')) as BundleOutputs;
});
afterAll(() => rm(folder, { recursive: true }));

/** A file with all that it imports, and what these import; `import()` does not count. */
function loadedBy(path: string): string[] {
  const loaded = new Set([path]);
  for (const one of loaded) for (const next of bundled[one]?.imports ?? []) loaded.add(next);
  return [...loaded];
}

test('an entry loads only the library of the platform, and SDKs are loaded on first use', () => {
  const packagesOf = (path: string) => loadedBy(path).flatMap((file) => bundled[file]?.packages ?? []);
  const library = ['@azure/functions', '@azure/functions-extensions-base', 'cookie'];
  const small = ['negotiator', 'negotiator/node_modules/content-type', 'ipaddr.js'];
  for (const name of ENTRIES) {
    expect(new Set(packagesOf(`${name}.js`))).toEqual(new Set(library.map((one) => `node_modules/${one}`)));
    const started = Object.keys(bundled).filter(
      (path) => bundled[path]?.entry === `functions/start-${name}.ts`,
    );
    expect(started).toHaveLength(1);
    expect(new Set(started.flatMap(packagesOf))).toEqual(
      new Set(['zod', ...small].map((one) => `node_modules/${one}`)),
    );
  }
});

test('the telemetry SDK is loaded only in its thread, because it would block the event loop', () => {
  const holders = Object.entries(bundled).flatMap(([path, { packages }]) =>
    packages.includes('node_modules/applicationinsights') ? [path] : [],
  );
  expect(holders).toEqual(['telemetry-worker.js']);
});

test('the start in the cloud loads no endpoints, and the widget’s files load no services', async () => {
  const pathOf = (entry: string) => Object.keys(bundled).find((path) => bundled[path]?.entry === entry);
  const loadedFor = (entry: string) => loadedBy(pathOf(entry) ?? `${entry} is no part`);
  const groups = globSync('functions/*/routes.ts', { cwd: ROOT }).filter((path) => !/publisher/.test(path));
  expect(groups.length).toBeGreaterThan(7);
  for (const start of ['functions/start-files.ts', 'functions/start-runtime.ts']) {
    for (const group of groups) expect(loadedFor(start)).not.toContain(pathOf(group) ?? group);
  }
  expect(loadedFor('functions/start-files.ts')).not.toContain(pathOf('functions/start-runtime.ts'));
  // An instance waits for each file.
  const entry = new Set(loadedBy('runtime.js'));
  expect(entry.size).toBeLessThan(20);
  const first = new Set(FIRST_VISITOR.flatMap(loadedFor));
  expect(first.size).toBeLessThan(120);
  const sizes = loadedFor('functions/start-files.ts').map(
    async (path) => (await stat(join(ROOT, 'dist', path))).size,
  );
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThan(300_000);
});

test('a page loads its script with one request, and each later part with one more', async () => {
  const parts = JSON.parse(await readFile(join(ROOT, 'dist/pages/parts.json'), 'utf8')) as Record<
    string,
    string
  >;
  expect(Object.keys(parts).length).toBeGreaterThan(2);
  const pages = globSync('src/web/*/client.{ts,tsx}', { cwd: ROOT }).map((path) => basename(dirname(path)));
  const importsOf = async (file: string) => {
    const { metafile } = await build({
      entryPoints: [join(ROOT, 'dist/pages', file)],
      ...{ bundle: true, external: ['./*'], write: false, metafile: true, format: 'esm', logLevel: 'error' },
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    return imports.flatMap(({ kind, path }) => (kind === 'import-statement' ? [basename(path)] : []));
  };
  for (const page of pages) expect([page, await importsOf(`${page}.js`)]).toEqual([page, []]);
  for (const [part, script] of Object.entries(parts)) {
    expect([part, await importsOf(part)]).toEqual([part, [script]]);
  }
});

test('the same sources are bundled to the same bytes, whatever the name of the folder', async () => {
  const entry = join(ROOT, 'src/adapters/knowledge/knowledge-index.ts');
  const bundles = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const outdir = join(folder, name);
      const paths = Object.keys(await bundleForNode({ entry, outdir })).toSorted();
      const contents = await Promise.all(paths.map((path) => readFile(join(outdir, path))));
      return contents.map((content, at) => [paths[at], createHash('sha256').update(content).digest('hex')]);
    }),
  );
  expect(bundles[0]).toEqual(bundles[1]);
});

test('the widget is built to the same bytes in any folder', async () => {
  const copy = join(folder, 'a copy of the sources');
  for (const part of ['package.json', 'widget', 'src']) {
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const program = `
    import { buildFrame, buildLoader, buildRelease } from './widget/build.ts';
    const { version, widget, modules } = await buildRelease();
    const release = Object.fromEntries(Array.from(modules, ([name, one]) => ['widget-releases/' + version + '/' + name, one]));
    console.log(JSON.stringify({
      ...release,
      ['widget-releases/' + version + '/widget.js']: widget,
      'widget-loader.js': await buildLoader(),
      'pages/widget-frame.js': await buildFrame(),
    }));`;
  const built = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const scripts = JSON.parse(built.stdout) as Record<string, { code: string; map: string }>;
  expect(Object.keys(scripts).length).toBeGreaterThan(7);
  const digest = (script: string) => createHash('sha256').update(script).digest('hex');
  const inDist = async (name: string) => digest(await readFile(join(ROOT, 'dist', name), 'utf8'));
  for (const [name, { code, map }] of Object.entries(scripts)) {
    expect([name, digest(code), digest(map)]).toEqual([
      name,
      await inDist(name),
      await inDist(`${name}.map`),
    ]);
  }
});
