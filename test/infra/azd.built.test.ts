import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { parse } from 'yaml';
import * as z from 'zod';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { integrityOf } from '../../scripts/earlier-releases.ts';
import { zip } from '../../scripts/zip.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const Hook = z.object({ run: z.string() });
const Project = z.object({
  services: z.record(
    z.string(),
    z.object({
      dist: z.string(),
      hooks: z.object({ prepackage: z.object({ posix: Hook, windows: Hook }) }),
    }),
  ),
});
const PROJECTS = [
  ['azure.yaml', 'runtime'],
  ['infra/control-plane/azure.yaml', 'control-plane'],
] as const;

/** Replaces `dist`, as the build does, by one file. */
const BUILD = `import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
writeFileSync('dist/runtime.js', 'the runtime');
`;
/** Makes both packages of it, which have the version of `package.json`. */
const PACKAGE = `import { readFileSync, writeFileSync } from 'node:fs';
import { zip } from './zip.ts';
const files = ['package.json', 'dist/runtime.js'].map((path) => [path.replace('dist/', ''), readFileSync(path)]);
for (const name of ['runtime', 'control-plane']) writeFileSync('dist/' + name + '.zip', zip(new Map(files)));
`;

let folder: string;
/** A project with the real scripts of npm, whose build takes no time. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'azd-'));
  await mkdir(join(folder, 'scripts'));
  for (const path of [
    'package.json',
    ...['lay-out', 'earlier-releases', 'zip'].map((one) => `scripts/${one}.ts`),
  ]) {
    await cp(join(ROOT, path), join(folder, path));
  }
  for (const path of ['src', 'node_modules']) await symlink(join(ROOT, path), join(folder, path));
  await writeFile(join(folder, 'scripts/build.ts'), BUILD);
  await writeFile(join(folder, 'scripts/package.ts'), PACKAGE);
});
afterEach(() => rm(folder, { recursive: true }));

const sh = (command: string, more: NodeJS.ProcessEnv = {}) =>
  run('sh', ['-c', command], { cwd: folder, env: { ...process.env, ...more } });

describe.each(PROJECTS)('%s', (path, name) => {
  async function service() {
    const { services } = Project.parse(parse(await readFile(join(ROOT, path), 'utf8')));
    const found = services[name];
    if (!found) throw new Error(`${path} has no service ${name}.`);
    return found;
  }

  test('deploys the package of its hook, although azd runs the scripts build and package afterwards', async () => {
    const { dist, hooks } = await service();
    const [installs, ...commands] = hooks.prepackage.posix.run.split(' && ');
    expect(installs).toBe('npm ci');
    await sh(commands.join(' && '));
    const made = unzipSync(await readFile(join(folder, `dist/${name}.zip`)));
    // Azure Developer CLI, framework_service_node.go (before: framework_service_npm.go): Package.
    await sh('npm run build');
    await sh('npm run package', { NODE_ENV: 'production' });
    expect((await readdir(join(folder, dist))).toSorted()).toEqual(Object.keys(made).toSorted());
    expect(await readFile(join(folder, dist, 'runtime.js'), 'utf8')).toBe('the runtime');
  });

  test('has the same hook on Windows, and a folder that no other command writes to', async () => {
    const { dist, hooks } = await service();
    expect(dist).toBe(`.deploy/${name}`);
    for (const { run: commands } of [hooks.prepackage.posix, hooks.prepackage.windows]) {
      expect(commands).toContain(`npm run package:azd -- ${name}`);
    }
  });
});

test('nothing that is deployed is in dist, because the build replaces it', async () => {
  expect(await readFile(join(ROOT, 'scripts/build.ts'), 'utf8')).toContain("replaceFolder('dist', ");
  expect(await readFile(join(ROOT, '.gitignore'), 'utf8')).toContain('\n.deploy/\n');
});

describe('the runtime package that is prepared for deployment', () => {
  /** A package whose widget has one release. */
  const release = (version: string) =>
    zip(
      new Map([
        ['package.json', Buffer.from(JSON.stringify({ version }))],
        [`widget-releases/${version}-000000/widget.js`, Buffer.from(`script ${version}`)],
        [
          'widget-releases/releases.json',
          Buffer.from(
            JSON.stringify([{ version: `${version}-000000`, integrity: integrityOf(`script ${version}`) }]),
          ),
        ],
      ]),
    );
  async function layOut(version: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
    await mkdir(join(folder, 'dist'), { recursive: true });
    await writeFile(join(folder, 'dist/runtime.zip'), release(version));
    const script = join(folder, 'scripts/lay-out.ts');
    const { stdout } = await run(process.execPath, [script, 'runtime'], { env: { ...process.env, ...more } });
    return stdout;
  }
  const versions = () => readdir(join(folder, '.deploy/runtime/widget-releases'));

  test('contains the widget releases of the previous package, which is kept', async () => {
    expect(await layOut('0.1.0')).toMatch(
      /Kept for a rollback: \.deploy\/packages\/runtime-0\.1\.0(?:-[0-9a-f]{8}){1,2}\.zip\n/,
    );
    await layOut('0.2.0');
    expect(await versions()).toEqual(['0.1.0-000000', '0.2.0-000000', 'releases.json']);
    expect(await readdir(join(folder, '.deploy/packages'))).toHaveLength(2);
  });

  test('takes earlier releases from EARLIER_PACKAGE on another machine, and warns if it is not set', async () => {
    const deployed = { SERVICE_URL: 'https://chat.example' };
    expect(await layOut('0.2.0', deployed)).toContain('Set EARLIER_PACKAGE to the runtime.zip that runs now');
    await rm(join(folder, '.deploy'), { recursive: true });
    const earlier = join(folder, 'earlier.zip');
    await writeFile(earlier, release('0.1.0'));
    expect(await layOut('0.2.0', { ...deployed, EARLIER_PACKAGE: earlier })).not.toContain('EARLIER_PACKAGE');
    expect(await versions()).toContain('0.1.0-000000');
  });
});
