import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { INFRA } from './support/bicep.ts';

const ROOT = join(INFRA, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

const Level = z.enum(['read', 'write']);
const Environment = z.record(z.string(), z.string());
const Uses = z.strictObject({
  name: z.string().optional(),
  uses: z.string(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
const Run = z.strictObject({
  name: z.string().optional(),
  run: z.string(),
  env: Environment.optional(),
  'working-directory': z.string().optional(),
});
const Job = z.strictObject({
  if: z.string().optional(),
  'runs-on': z.literal('ubuntu-latest'),
  'timeout-minutes': z.number(),
  steps: z.array(z.union([Uses, Run])),
});
const Filter = z.strictObject({
  branches: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  paths: z.array(z.string()).optional(),
});
/** The part of GitHub's workflow syntax that is used; a key that is not in it is a mistake. */
const Workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    push: Filter.optional(),
    pull_request: Filter.nullish(),
    schedule: z.array(z.strictObject({ cron: z.string() })).optional(),
    workflow_dispatch: z.null().optional(),
  }),
  permissions: z.record(z.enum(['contents', 'id-token', 'attestations']), Level.optional()),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
  jobs: z.record(z.string(), Job),
});

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).toSorted();
const parsed = (path: string) => Workflow.parse(parse(read(path)));
const stepsOf = (path: string) => Object.values(parsed(path).jobs).flatMap(({ steps }) => steps);
const runsOf = (path: string) => stepsOf(path).flatMap((step) => ('run' in step ? [step] : []));

test('there are four workflows: of a change, of each night, of a release, and of the templates', () => {
  expect(workflows.map((path) => basename(path))).toEqual([
    'check.yml',
    'nightly.yml',
    'release.yml',
    'what-if.yml',
  ]);
});

describe.each(workflows)('%s', (path) => {
  test('is a workflow, and may do no more than it says', () => {
    expect(Workflow.safeParse(parse(read(path))).error?.issues).toBeUndefined();
  });

  test('names scripts, options and files that are there', () => {
    for (const { run } of runsOf(path)) {
      const [, script] = /\bnpm (?:run )?((?!ci\b|sbom\b|run\b)[\w:]+)/.exec(run) ?? [];
      if (script !== undefined) expect([run, script in scripts]).toEqual([run, true]);
      const [file] = /\bscripts\/[\w./-]+\.ts\b/.exec(`${run} ${scripts[script ?? ''] ?? ''}`) ?? [];
      for (const [, option = ''] of run.matchAll(/ --((?:control-plane|out|host|runtime)[\w-]*)/g)) {
        expect([run, read(file ?? '').includes(`'${option}': {`)]).toEqual([run, true]);
      }
      for (const [named] of run.matchAll(/\b(?:infra|scripts)\/[\w./-]+\.\w+\b/g)) {
        expect([run, named, existsSync(join(ROOT, named))]).toEqual([run, named, true]);
      }
    }
  });

  test('puts no expression into a command: its value would be run', () => {
    for (const { run } of runsOf(path)) expect(run).not.toContain('${{');
  });

  test('pins every action by its commit, with the version beside it', () => {
    const pinned = Array.from(read(path).matchAll(/uses: (\S+) # v\d+\.\d+\.\d+$/gm), ([, action]) => action);
    const used = stepsOf(path).flatMap((step) => ('uses' in step ? [step.uses] : []));
    expect(pinned).toEqual(used);
    for (const action of used) expect(action).toMatch(/^[\w/-]+@[\da-f]{40}$/);
  });
});

test('check:infra builds with every variable that a parameter file cannot do without', () => {
  const needed = globSync('*.bicepparam', { cwd: INFRA }).flatMap((file) =>
    Array.from(
      read(`infra/${file}`).matchAll(/readEnvironmentVariable\('(\w+)'\)/g),
      ([, name = '']) => name,
    ),
  );
  expect(needed).toContain('ALLOWED_ORIGINS');
  for (const name of needed) expect(read('scripts/check-infra.ts')).toContain(`  ${name}: '`);
});

test('a change and a release are compiled by the compiler that scripts/infra/bicep-cli.ts names, as with .ci/run', () => {
  for (const path of ['check.yml', 'release.yml']) {
    const runs = runsOf(`.github/workflows/${path}`).map(({ run }) => run);
    const installs = runs.indexOf('node scripts/infra/install-bicep.ts >> "$GITHUB_PATH"');
    expect([path, installs >= 0 && installs < runs.indexOf('npm test')]).toEqual([path, true]);
  }
  expect(read('.ci/run')).toContain('node_modules/.bin/node scripts/infra/install-bicep.ts)\n');
  for (const path of [...workflows, '.ci/run']) expect(read(path)).not.toMatch(/bicep.*\d+\.\d+\.\d+/i);
});

describe('a release', () => {
  const path = '.github/workflows/release.yml';
  const commands = stepsOf(path).map((step) => ('run' in step ? step.run : step.uses));
  const at = (start: string) => commands.findIndex((command) => command.startsWith(start));

  test('is of its tag', () => {
    expect(parsed(path).on).toEqual({ push: { tags: ['v*'] } });
    expect(commands.some((command) => command.includes('$GITHUB_REF_NAME'))).toBe(true);
  });

  test('is tested, checked, packaged and signed, in this order, before it is published', () => {
    const places = [
      'npm test',
      'npm run check',
      'node scripts/model-lifetime.ts',
      'if [ -n "$(gh release list',
      'npm run package ',
      'node scripts/package-marketplace.ts',
      'npm run package:teams',
      'npm sbom --sbom-format cyclonedx',
      'sha256sum',
      'actions/attest-build-provenance@',
      'gh release create',
    ].map(at);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
  });

  test('attaches each deployable, the sample of the Teams app, the bill of materials and the checksums of all', () => {
    const summed = /^sha256sum (.+) > SHA256SUMS$/.exec(commands[at('sha256sum')] ?? '')?.[1]?.split(' ');
    expect(summed).toEqual([
      'runtime.zip',
      'control-plane.zip',
      'marketplace.zip',
      'teams-app-sample.zip',
      'sbom.cdx.json',
    ]);
    const attached = commands[at('gh release create')]?.match(/dist\/\S+/g);
    expect(attached).toEqual([...(summed ?? []), 'SHA256SUMS'].map((name) => `dist/${name}`));
  });

  test('signs what it attaches', () => {
    const [signed] = stepsOf(path).flatMap((step) =>
      'uses' in step && step.uses.includes('attest') ? [step] : [],
    );
    expect(signed?.with).toEqual({ 'subject-path': 'dist/*.zip,dist/sbom.cdx.json' });
    expect(parsed(path).permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    });
  });
});
