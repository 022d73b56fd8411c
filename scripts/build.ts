import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { EndpointDeclaration } from '../src/hosts/azure.ts';
import {
  collabIcons,
  compressed,
  localHost,
  packageVersion,
  pages,
  replaceFolder,
  ROOT,
  threads,
  widget,
} from './build-parts.ts';
import { bundleForNode } from './bundle-for-node.ts';
import { lintLogging } from './lint-logging.ts';

/** What an entry loads for its first requests, in this order. */
const MERGED: Readonly<Record<string, readonly string[]>> = {
  'functions/runtime.ts': [
    'functions/start-files.ts',
    'functions/start-runtime.ts',
    'functions/visitor/routes.ts',
  ],
  'functions/control-plane.ts': ['functions/start-control-plane.ts'],
};

/** The runtime and the control plane, each with chunks for lazily loaded code. */
async function cloudServices(outdir: string): Promise<void> {
  const define = {
    __VERSION__: JSON.stringify(await packageVersion()),
    __PLACES__: JSON.stringify(await placesOfEntries()),
  };
  const entries = globSync('functions/{runtime,control-plane}.ts', { cwd: ROOT });
  const bundled = await Promise.all([
    ...entries.map((entry) =>
      bundleForNode({ entry: `${ROOT}/${entry}`, outdir, define, merged: MERGED[entry] ?? [] }),
    ),
    threads(outdir),
  ]);
  await writeFile(`${outdir}/bundled.json`, JSON.stringify(Object.assign({}, ...bundled)));
}

/** Where the endpoints of the cloud entries are, collected here so that routing loads none. */
async function placesOfEntries(): Promise<typeof __PLACES__> {
  const [{ groupNames, routesOf }, { controlPlaneRoutes }] = await Promise.all([
    import('../functions/groups.ts'),
    import('../functions/publisher/routes.ts'),
  ]);
  const place = ({ name, method, route }: EndpointDeclaration) => ({ name, method, route });
  return {
    runtime: (
      await Promise.all(
        groupNames.map(async (group) => (await routesOf(group)).map((one) => ({ ...place(one), group }))),
      )
    ).flat(),
    controlPlane: controlPlaneRoutes.map(place),
  };
}

/** Runs the logging rule; prints its violations. */
async function logsNoContent(): Promise<boolean> {
  const violations = await lintLogging();
  if (violations !== undefined) process.stderr.write(violations);
  return violations === undefined;
}

/** Builds everything into `dist`; changes nothing if the logging rule or the compiler fails. */
const built = await replaceFolder('dist', (outdir) => [
  logsNoContent(),
  cloudServices(outdir),
  localHost(outdir),
  Promise.all([widget(outdir), pages(outdir, { shortest: true }), collabIcons(outdir)]).then(() =>
    compressed(outdir),
  ),
]);
process.exit(built ? 0 : 1);
