import { writeFile } from 'node:fs/promises';
import { addressesOf, type Address } from '../src/hosts/addresses.ts';
import {
  collabIcons,
  compressServed,
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

/** The cloud entry points with their functions, without timers. */
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
      // A string, because the bundler would turn an object into a module with initialization code.
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

/** `--for-tests` skips the logging rule, which `npm run check` also runs. */
const isForTests = process.argv.includes('--for-tests');

/** Runs the logging rule and prints its violations. */
async function logsNoContent(): Promise<boolean> {
  const violations = await lintLogging();
  if (violations !== undefined) process.stderr.write(violations);
  return violations === undefined;
}

const hash = sourcesHash();

/** Builds everything into `dist`. Nothing is changed if the logging rule or the compiler fails. */
const built = await replaceFolder('dist', (outdir) => [
  isForTests ? Promise.resolve(true) : logsNoContent(),
  cloudServices(outdir),
  localHost(outdir),
  Promise.all([widget(outdir), pages(outdir), collabIcons(outdir)]).then(() => compressServed(outdir)),
  writeFile(`${outdir}/built-from`, hash),
]);
process.exit(built ? 0 : 1);
