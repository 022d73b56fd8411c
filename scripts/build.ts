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

interface CloudEntry {
  /** What it loads for its first requests, in this order. */
  merged: readonly string[];
  /** Where its endpoints are. */
  places: () => Promise<EndpointDeclaration[]>;
}

const CLOUD_ENTRIES: Readonly<Record<string, CloudEntry>> = {
  'functions/runtime.ts': {
    merged: ['functions/start-files.ts', 'functions/start-runtime.ts', 'functions/visitor/routes.ts'],
    async places() {
      const { groupNames, routesOf } = await import('../functions/groups.ts');
      const placesIn = async (group: string) => (await routesOf(group)).map((one) => placeOf(one, group));
      return (await Promise.all(groupNames.map(placesIn))).flat();
    },
  },
  'functions/control-plane.ts': {
    merged: ['functions/start-control-plane.ts'],
    places: async () =>
      (await import('../functions/publisher/routes.ts')).controlPlaneRoutes.map((one) => placeOf(one)),
  },
};

function placeOf({ name, method, route }: EndpointDeclaration, group?: string): EndpointDeclaration {
  return { name, method, route, ...(group !== undefined && { group }) };
}

/** The runtime and the control plane, each with chunks for lazily loaded code. */
async function cloudServices(outdir: string): Promise<void> {
  const version = JSON.stringify(await packageVersion());
  const bundled = await Promise.all([
    ...Object.entries(CLOUD_ENTRIES).map(async ([entry, { merged, places }]) => {
      // A text: of an object the bundler would make a module that others initialize.
      const define = {
        __VERSION__: version,
        __PLACES__: JSON.stringify(JSON.stringify(await places())),
      };
      return await bundleForNode({ entry: `${ROOT}/${entry}`, outdir, define, merged });
    }),
    threads(outdir),
  ]);
  await writeFile(`${outdir}/bundled.json`, JSON.stringify(Object.assign({}, ...bundled)));
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
