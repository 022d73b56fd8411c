import { build, type BuildOptions } from 'esbuild';
import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { buildFrame, buildLoader, buildWidget } from '../widget/build.ts';
import { bundleForNode } from './bundle-for-node.ts';
import { lintLogging } from './lint-logging.ts';
import type { Place } from '../src/hosts/azure.ts';

const ROOT = dirname(import.meta.dirname);
/** Made beside `dist` and put in its place at the end, so that a build that fails changes nothing. */
const OUT = `dist.${process.pid}`;

const common: BuildOptions = {
  absWorkingDir: ROOT,
  outdir: OUT,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'error',
};

/** The local host, the runtime and the control plane, each with chunks of its own for what it loads on first use. */
async function service(version: string): Promise<void> {
  const define = {
    __VERSION__: JSON.stringify(version),
    __PLACES__: JSON.stringify(await placesOfEntries()),
  };
  const bundle = (entry: string) => {
    const keepNames = basename(entry) === 'local.ts';
    return bundleForNode({ entry: `${ROOT}/${entry}`, outdir: `${ROOT}/${OUT}`, define, keepNames });
  };
  const entries = globSync('functions/{local,runtime,control-plane}.ts', { cwd: ROOT });
  const bundled = await Promise.all(entries.map(bundle));
  await writeFile(`${ROOT}/${OUT}/bundled.json`, JSON.stringify(Object.assign({}, ...bundled)));
}

/** What the cloud's entries register, found here so that their start loads no endpoint. */
async function placesOfEntries(): Promise<typeof __PLACES__> {
  const [{ routes }, { timers }, { controlPlaneRoutes }] = await Promise.all([
    import('../functions/routes.ts'),
    import('../functions/timers/timers.ts'),
    import('../functions/publisher/routes.ts'),
  ]);
  const place = ({ name, method, route }: Place): Place => ({ name, method, route });
  return {
    runtime: routes.map(place),
    timers: timers.map(({ name, everyMinutes }) => ({ name, everyMinutes })),
    controlPlane: controlPlaneRoutes.map(place),
  };
}

/** The scripts that customers' sites embed, the one of the page in a registered widget's frame, and their languages. */
async function widget(): Promise<void> {
  const scripts = {
    widget: buildWidget(),
    'widget-loader': buildLoader(),
    'pages/widget-frame': buildFrame(),
  };
  await mkdir(`${ROOT}/${OUT}/pages`, { recursive: true });
  for (const [name, built] of Object.entries(scripts)) {
    const { code, map } = await built;
    await writeFile(`${ROOT}/${OUT}/${name}.js`, code);
    await writeFile(`${ROOT}/${OUT}/${name}.js.map`, map);
  }
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
