import { writeFile } from 'node:fs/promises';
import { addressesOf, type Address } from '../src/hosts/addresses.ts';
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
import { sourcesHash } from './sources.js';

/** The cloud entries with their functions, without those of timers. */
const CLOUD_ENTRIES: Readonly<Record<string, () => Promise<Address[]>>> = {
  async 'functions/runtime.ts'() {
    const { groupNames, routesOf } = await import('../functions/groups.ts');
    const addressesIn = async (group: string) => addressesOf(await routesOf(group), group);
    return (await Promise.all(groupNames.map(addressesIn))).flat();
  },
  'functions/control-plane.ts': async () =>
    addressesOf((await import('../functions/publisher/routes.ts')).controlPlaneRoutes),
};

/** The runtime and the control plane, each with chunks for lazily loaded code. */
async function cloudServices(outdir: string): Promise<void> {
  const version = JSON.stringify(await packageVersion());
  const bundled = await Promise.all([
    ...Object.entries(CLOUD_ENTRIES).map(async ([entry, addresses]) => {
      // A text: of an object the bundler would make a module that others initialize.
      const define = {
        __VERSION__: version,
        __ADDRESSES__: JSON.stringify(JSON.stringify(await addresses())),
      };
      return await bundleForNode({ entry: `${ROOT}/${entry}`, outdir, define });
    }),
    threads(outdir),
  ]);
  await writeFile(`${outdir}/bundled.json`, JSON.stringify(Object.assign({}, ...bundled)));
}

/**
 * `--for-tests` leaves out what takes most of a build's time and no test looks at: the logging rule, which
 * `npm run check` runs too, and the last tenth of the pages' bytes.
 */
const isForTests = process.argv.includes('--for-tests');

/** Runs the logging rule; prints its violations. */
async function logsNoContent(): Promise<boolean> {
  const violations = await lintLogging();
  if (violations !== undefined) process.stderr.write(violations);
  return violations === undefined;
}

const hash = sourcesHash();

/** Builds everything into `dist`; changes nothing if the logging rule or the compiler fails. */
const built = await replaceFolder('dist', (outdir) => [
  isForTests ? Promise.resolve(true) : logsNoContent(),
  cloudServices(outdir),
  localHost(outdir),
  Promise.all([widget(outdir), pages(outdir, { shortest: !isForTests }), collabIcons(outdir)]).then(() =>
    compressed(outdir),
  ),
  writeFile(`${outdir}/built-from`, hash),
]);
process.exit(built ? 0 : 1);
