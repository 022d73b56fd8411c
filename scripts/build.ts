import { build, type BuildOptions, type Metafile } from 'esbuild';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { buildWidget } from '../widget/build.ts';
import { lintLogging } from './lint-logging.ts';

const ROOT = dirname(import.meta.dirname);
/** Made beside `dist` and put in its place at the end, so that a build that fails changes nothing. */
const OUT = `dist.${process.pid}`;

/** Some bundled packages are CommonJS inside: they call `require` for what is built into Node, and ask for `__dirname`. */
const REQUIRE_IN_A_MODULE = [
  "import { createRequire as requireOf } from 'node:module';",
  'const require = requireOf(import.meta.url);',
].join('\n');

const common: BuildOptions = {
  absWorkingDir: ROOT,
  outdir: OUT,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'error',
};

/** The local host, the runtime and the control plane; what they load on first use becomes chunks that they share. */
async function service(version: string): Promise<void> {
  const { metafile } = await build({
    ...common,
    entryPoints: globSync('functions/{local,runtime,control-plane}.ts', { cwd: ROOT }),
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    splitting: true,
    sourcemap: true,
    sourcesContent: false,
    // Names stay: telemetry tells a bug by the name of its error.
    minifyWhitespace: true,
    minifySyntax: true,
    // The Functions host supplies this one to its worker; no package of this name exists.
    external: ['@azure/functions-core'],
    banner: { js: REQUIRE_IN_A_MODULE },
    define: { __VERSION__: JSON.stringify(version), __dirname: 'import.meta.dirname' },
    metafile: true,
  });
  await writeFile(`${ROOT}/${OUT}/bundled.json`, JSON.stringify(bundledPackages(metafile.outputs)));
}

/** Which packages are in each file, by their folders; for the licences in what is deployed. */
function bundledPackages(outputs: Metafile['outputs']): Record<string, string[]> {
  const folderOf = (path: string) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { inputs }]) => [
      path.slice(OUT.length + 1),
      [...new Set(Object.keys(inputs).flatMap((input) => folderOf(input) ?? []))],
    ]),
  );
}

/** The script that customers' sites embed, and its languages. */
async function widget(): Promise<void> {
  const { code, map } = await buildWidget();
  await writeFile(`${ROOT}/${OUT}/widget.js`, code);
  await writeFile(`${ROOT}/${OUT}/widget.js.map`, map);
  await cp(`${ROOT}/widget/locales`, `${ROOT}/${OUT}/widget-locales`, { recursive: true });
}

/**
 * `src/pages/<name>/client.tsx` and `page.css` become `dist/pages/<name>.js` and `.css`. What a script loads later becomes a
 * chunk of its own; pages share none, so that each is there with one request.
 */
async function pages(): Promise<void> {
  const parts = globSync('src/pages/*/{client.ts,client.tsx,page.css}', { cwd: ROOT });
  const bundle = (part: string) =>
    build({
      ...common,
      entryPoints: [{ in: part, out: `pages/${basename(dirname(part))}` }],
      chunkNames: 'pages/[name]-[hash]',
      splitting: true,
      format: 'esm',
      target: 'es2022',
      minify: true,
    });
  await Promise.all(parts.map(bundle));
}

/** The icons of the Teams app, as `scripts/collab-icons.ts` drew them. */
async function collabIcons(): Promise<void> {
  const icons = globSync('src/pages/collab-package/*.png', { cwd: ROOT });
  for (const icon of icons) await cp(`${ROOT}/${icon}`, `${ROOT}/${OUT}/collab-package/${basename(icon)}`);
}

/** Builds everything into `dist`; false, and nothing has changed, where a log statement names content or code is wrong. */
async function main(): Promise<boolean> {
  const { version } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8')) as { version: string };
  await mkdir(`${ROOT}/${OUT}`);
  const bundles = [service(version), widget(), pages(), collabIcons()];
  try {
    const [violations] = await Promise.all([lintLogging(), ...bundles]);
    if (violations !== undefined) {
      process.stderr.write(violations);
      return false;
    }
    await rm(`${ROOT}/dist`, { recursive: true, force: true });
    await rename(`${ROOT}/${OUT}`, `${ROOT}/dist`);
    return true;
  } catch (error) {
    // What is wrong with the code has been said by esbuild itself.
    if (error instanceof Error && 'errors' in error) return false;
    throw error;
  } finally {
    await Promise.allSettled(bundles);
    await rm(`${ROOT}/${OUT}`, { recursive: true, force: true });
  }
}

process.exit((await main()) ? 0 : 1);
