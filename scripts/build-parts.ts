import { build, type BuildOptions } from 'esbuild';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { build as bundlePage, type Plugin } from 'rolldown';
import { COMPRESSED_FOLDER, compress, compressedPaths, hashOf } from '../src/adapters/assets/compression.ts';
import { RELEASES_FOLDER, RELEASES_LIST, WidgetReleases } from '../src/widgets/records/widget-release.ts';
import { PAGE_PARTS } from '../src/http/page-files.ts';
import { ICON_SHAPE } from '../src/web/ui/icon-shape.ts';
import { bundleForNode, type BundleOutputs } from './bundle-for-node.ts';
import { integrityOf } from './earlier-releases.ts';
import {
  buildFrame,
  buildLoader,
  buildLoaderIdentity,
  buildLoaderLink,
  buildLoaderProactive,
  buildRelease,
} from '../widget/build.ts';

export const ROOT = dirname(import.meta.dirname);

const common: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'error',
};

export async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as { version: string };
  return version;
}

/** The modules of worker threads: the file reader, the document parser and the telemetry SDK. */
const THREADS = [
  'src/adapters/documents/document-worker.ts',
  'src/adapters/knowledge/markdown-worker.ts',
  'src/adapters/telemetry/telemetry-worker.ts',
];

/**
 * The local host and the process of the demo's order API. Packages stay in `node_modules`, because loading
 * bundled cloud SDKs would take most of the start-up time.
 */
export async function localHost(outdir: string): Promise<void> {
  await Promise.all(
    ['functions/local.ts', 'functions/local-orders.ts'].map((entry) => bundleLocal(entry, outdir)),
  );
}

/** Worker threads for the local host. Their packages stay in `node_modules` as well. */
export async function localThreads(outdir: string): Promise<void> {
  await Promise.all(THREADS.map((entry) => bundleLocal(entry, outdir)));
}

/** Bundles an entry without its packages. */
async function bundleLocal(entry: string, outdir: string): Promise<void> {
  await build({
    ...common,
    entryPoints: [entry],
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    define: { __VERSION__: JSON.stringify(await packageVersion()) },
  });
}

/**
 * Worker threads with all of their code, for the cloud and the local host. The document reader recognizes
 * refusals by their class, which is in a chunk that both modules share.
 */
export async function threads(outdir: string): Promise<BundleOutputs> {
  const bundled = THREADS.map((entry) => bundleForNode({ entry: `${ROOT}/${entry}`, outdir }));
  return Object.assign({}, ...(await Promise.all(bundled))) as BundleOutputs;
}

/**
 * The scripts for customers' sites, the script of a registered widget's frame, and the files of the widget's
 * release (docs/adr/0023).
 */
export async function widget(outdir: string): Promise<void> {
  const [release, frame, loader, identity, link, proactive] = await Promise.all([
    buildRelease(),
    buildFrame(),
    buildLoader(),
    buildLoaderIdentity(),
    buildLoaderLink(),
    buildLoaderProactive(),
  ]);
  const { version, widget: script, modules, languages } = release;
  const ofRelease = `${RELEASES_FOLDER}/${version}`;
  const files = {
    'widget.js': script,
    'widget-loader.js': loader,
    'widget-loader-identity.js': identity,
    'widget-loader-link.js': link,
    'widget-loader-proactive.js': proactive,
    'pages/widget-frame.js': frame,
    [`${ofRelease}/widget.js`]: script,
    ...Object.fromEntries(Array.from(modules, ([name, module]) => [`${ofRelease}/${name}`, module])),
  };
  for (const folder of ['pages', ofRelease]) await mkdir(`${outdir}/${folder}`, { recursive: true });
  for (const [name, { code, map }] of Object.entries(files)) {
    await writeFile(`${outdir}/${name}`, code);
    await writeFile(`${outdir}/${name}.map`, map);
  }
  for (const [name, text] of languages) await writeFile(`${outdir}/${ofRelease}/${name}`, text);
  const releases = WidgetReleases.parse([{ version, integrity: integrityOf(script.code) }]);
  await writeFile(`${outdir}/${RELEASES_LIST}`, JSON.stringify(releases));
  await cp(`${ROOT}/widget/chat-widget.d.ts`, `${outdir}/widget.d.ts`);
  const isText = (path: string) => !path.endsWith('.ts');
  await cp(`${ROOT}/widget/languages`, `${outdir}/widget-locales`, { recursive: true, filter: isText });
}

/** Options for all parts of a page except its script. */
const PAGE_PART = { ...common, target: 'es2022', minify: true } satisfies BuildOptions;

/**
 * Builds the pages: `src/web/<name>/client.tsx` and `page.css` become `pages/<name>.js` and `.css`. A lazily
 * imported module becomes a chunk, which imports shared code from the page's script. Pages share no chunks.
 * So a page needs one request for its script, and one more for code that is loaded later. Files in `static`
 * are copied.
 */
export async function pages(outdir: string): Promise<void> {
  const [loadedLater] = await Promise.all([
    Promise.all(globSync('src/web/*/client.{ts,tsx}', { cwd: ROOT }).map((part) => pageScript(part, outdir))),
    ...globSync('src/web/*/page.css', { cwd: ROOT }).map((part) =>
      build({ ...PAGE_PART, entryPoints: [part], outfile: `${outdir}/pages/${basename(dirname(part))}.css` }),
    ),
  ]);
  await writeFile(`${outdir}/${PAGE_PARTS}`, JSON.stringify(Object.assign({}, ...loadedLater)));
  for (const file of globSync('src/web/*/static/*', { cwd: ROOT })) {
    await cp(`${ROOT}/${file}`, `${outdir}/pages/${basename(file)}`);
  }
}

/**
 * Bundles the script of a page, and returns the names of its chunks. This bundler keeps shared code in the
 * script. esbuild would create a third file, which the page would wait for.
 */
async function pageScript(part: string, outdir: string): Promise<Record<string, string>> {
  const page = basename(dirname(part));
  const bundled = bundlePage({
    cwd: ROOT,
    input: { [page]: part },
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
    transform: { target: 'es2022' },
    plugins: [iconShapes],
    checks: { bundlerTimings: false },
    output: {
      dir: `${outdir}/pages`,
      format: 'esm',
      minify: true,
      comments: false,
      entryFileNames: '[name].js',
      chunkFileNames: `${page}-[name]-[hash].js`,
      // Base64url has an underscore, which URLs of pages' files do not allow.
      hashCharacters: 'base36',
    },
  });
  // Unlike esbuild, it does not print its errors.
  bundled.catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  const { output } = await bundled;
  const chunks = output.filter((file) => file.type === 'chunk' && !file.isEntry);
  return Object.fromEntries(chunks.map(({ fileName }) => [fileName, `${page}.js`]));
}

/** Files that are served unchanged. Loaders are functions and are served with their values. */
const SERVED =
  '{widget.js,widget.d.ts,{pages,collab-package,widget-locales,widget-releases}/**/*.{js,css,json,png,svg,webmanifest}}';

/** Compresses the served files, so that instances do not have to. */
export async function compressServed(outdir: string): Promise<void> {
  await mkdir(`${outdir}/${COMPRESSED_FOLDER}`);
  for (const file of globSync(SERVED, { cwd: outdir })) {
    const bytes = await readFile(`${outdir}/${file}`);
    const paths = compressedPaths(hashOf(bytes));
    const { br, gzip } = await compress(bytes);
    await writeFile(`${outdir}/${paths.br}`, br);
    await writeFile(`${outdir}/${paths.gzip}`, gzip);
  }
}

/** Reduces icons to their shapes, which `src/web/ui/icon.tsx` reads. */
const iconShapes: Plugin = {
  name: 'icon-shapes',
  load: {
    filter: { id: /lucide-static[/\\]dist[/\\]esm[/\\]icons[/\\][\w-]+\.mjs$/ },
    async handler(id) {
      const shapes = (await readFile(id, 'utf8')).match(ICON_SHAPE) ?? [];
      return `export default ${JSON.stringify(shapes.join(''))}`;
    },
  },
};

/** Copies the icons of the Teams app, drawn by `scripts/collab-icons.ts`. */
export async function collabIcons(outdir: string): Promise<void> {
  const icons = globSync('src/web/app-package/*.png', { cwd: ROOT });
  for (const icon of icons) await cp(`${ROOT}/${icon}`, `${outdir}/collab-package/${basename(icon)}`);
}

/**
 * Builds into a temporary folder and renames it to `target` at the end, so that a failed build changes
 * nothing. Resolves to false if `parts` or esbuild reports errors in the code.
 */
export async function replaceFolder(
  target: string,
  parts: (outdir: string) => readonly Promise<unknown>[],
): Promise<boolean> {
  const outdir = `${ROOT}/dist.${process.pid}`;
  await mkdir(outdir);
  const running = parts(outdir);
  try {
    const results = await Promise.all(running);
    if (results.includes(false)) return false;
    await rm(`${ROOT}/${target}`, { recursive: true, force: true });
    await rename(outdir, `${ROOT}/${target}`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'errors' in error) return false;
    throw error;
  } finally {
    await Promise.allSettled(running);
    await rm(outdir, { recursive: true, force: true });
  }
}
