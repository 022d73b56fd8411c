import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BundleOutputs } from './bundle-for-node.ts';
import { withEarlierReleases } from './earlier-releases.ts';
import { licenses } from './licenses.ts';
import { zip } from './zip.ts';

const ROOT = dirname(import.meta.dirname);
const DIST = join(ROOT, 'dist');

/** Files of the runtime in addition to its code: widget, pages, compressed files and icons. */
const RUNTIME_FILES = [
  [
    'dist',
    '{widget.js,widget.js.map,widget.d.ts,widget-loader.js,widget-loader.js.map,widget-loader-*.js,widget-loader-*.js.map,widget-locales/**,widget-releases/**,pages/**,compressed/**,collab-package/**}',
  ],
] as const;

const bundled = JSON.parse(readFileSync(join(DIST, 'bundled.json'), 'utf8')) as BundleOutputs;

/** Modules with all their imports, including lazy ones, and source maps. */
function code(modules: readonly string[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const names = new Set(modules);
  for (const name of names) {
    found.set(name, readFileSync(join(DIST, name)));
    found.set(`${name}.map`, readFileSync(join(DIST, `${name}.map`)));
    const { imports, loads } = bundled[name] ?? { imports: [], loads: [] };
    for (const next of [...imports, ...loads]) names.add(next);
  }
  return found;
}

function manifest(entry: string): Uint8Array {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  // The worker only imports the entry point; nothing is installed in the cloud.
  const content = {
    name,
    version,
    license,
    private: true,
    type: 'module',
    main: entry,
    engines: { node: '>=24' },
  };
  return Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`);
}

/** Makes a deployable: `dist/<name>.zip`, which runs without `node_modules`. */
function make(
  name: string,
  folders: readonly (readonly [folder: string, pattern: string])[],
  threads: readonly string[] = [],
  finish = (files: ReadonlyMap<string, Uint8Array>) => files,
): void {
  const entry = `${name}.js`;
  const files = code([entry, ...threads]);
  const packages = [...files.keys()].flatMap((path) => bundled[path]?.packages ?? []);
  for (const [folder, pattern] of folders) {
    for (const found of globSync(pattern, { cwd: join(ROOT, folder), withFileTypes: true })) {
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      files.set(path.slice(join(ROOT, folder).length + 1).replaceAll('\\', '/'), readFileSync(path));
    }
  }
  files.set('package.json', manifest(entry));
  files.set('host.json', readFileSync(join(ROOT, 'host.json')));
  files.set('LICENSE', readFileSync(join(ROOT, 'LICENSE')));
  files.set('THIRD-PARTY-LICENSES.txt', Buffer.from(licenses(ROOT, new Set(packages))));
  const bytes = zip(finish(files));
  writeFileSync(join(DIST, `${name}.zip`), bytes);
  process.stdout.write(`dist/${name}.zip  ${files.size} files  ${Math.ceil(bytes.length / 1024)} KiB\n`);
}

/** `--earlier <runtime.zip>`: the package of the previous release (docs/upgrade.md, Upgrade and rollback). */
const { earlier } = parseArgs({ options: { earlier: { type: 'string' } } }).values;
make(
  'runtime',
  RUNTIME_FILES,
  ['document-worker.js', 'markdown-worker.js', 'telemetry-worker.js'],
  (files) => (earlier === undefined ? files : withEarlierReleases(files, readFileSync(earlier))),
);
make('control-plane', [], ['telemetry-worker.js']);
