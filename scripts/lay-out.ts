import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { unzipSync } from 'fflate';
import { withEarlierReleases } from './earlier-releases.ts';
import { zip } from './zip.ts';

/**
 * `npm run package:azd -- runtime`, a hook of `azure.yaml`: unpacks a package to `.deploy/<name>`, from where
 * azd deploys it. The folder is outside `dist`, because azd runs `npm run build` after the hook, which
 * replaces `dist`. The package is also stored in `.deploy/packages`: for rollbacks, and for the widget
 * releases that the next package includes.
 */
const ROOT = dirname(import.meta.dirname);
const DEPLOY = join(ROOT, '.deploy');
const PACKAGES = join(DEPLOY, 'packages');
const TIMEOUT_MS = 120_000;

const [name = 'runtime'] = parseArgs({ allowPositionals: true }).positionals;
const say = (text: string) => process.stdout.write(`${text}\n`);

/** The packages with earlier releases of the widget, in order of preference. */
async function earlierPackages(): Promise<Uint8Array[]> {
  const kept = globSync(`${name}-*.zip`, { cwd: PACKAGES }).map((file) => join(PACKAGES, file));
  const [newest] = kept.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  const given = process.env['EARLIER_PACKAGE'];
  return [...(newest === undefined ? [] : [readFileSync(newest)]), ...(given ? [await fileAt(given)] : [])];
}

async function fileAt(place: string): Promise<Uint8Array> {
  if (!place.startsWith('https://')) return readFileSync(place);
  const answer = await fetch(place, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`EARLIER_PACKAGE: ${place} answers ${answer.status}.`);
  return await answer.bytes();
}

function write(folder: string, path: string, content: Uint8Array): string {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  return relative(ROOT, target);
}

/** The commit that is checked out, so that the name of a package says what it was built from. */
function commit(): string[] {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? [stdout.trim()] : [];
}

const built = new Map(Object.entries(unzipSync(readFileSync(join(ROOT, `dist/${name}.zip`)))));
const earlier = name === 'runtime' ? await earlierPackages() : [];
const files = earlier.reduce<ReadonlyMap<string, Uint8Array>>(withEarlierReleases, built);

const target = join(DEPLOY, name);
rmSync(target, { recursive: true, force: true });
for (const [path, content] of files) write(target, path, content);

const { version } = JSON.parse(Buffer.from(files.get('package.json') ?? '{}').toString()) as {
  version: string;
};
const packed = zip(files);
const hash = createHash('sha256').update(packed).digest('hex').slice(0, 8);
say(`${relative(ROOT, target)}: version ${version}, ${files.size} files`);
const kept = [name, version, ...commit(), hash].join('-');
say(`Kept for a rollback: ${write(PACKAGES, `${kept}.zip`, packed)}`);
// azd provides the template's outputs to hooks as environment variables.
if (name === 'runtime' && earlier.length === 0 && process.env['SERVICE_URL']) {
  say(
    'There is no earlier package here: versions of the widget that sites pin stop being served with this one.',
  );
  say('Set EARLIER_PACKAGE to the runtime.zip that runs now, a path or an https address (docs/upgrade.md).');
}
