import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { INFRA } from '../support/bicep.ts';

const ROOT = join(INFRA, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map(
  (path) => [path, read(path)] as const,
);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test('every script and file that a workflow names is there', () => {
  expect(workflows.map(([path]) => path.split('/').at(-1)).toSorted()).toEqual([
    'check.yml',
    'release.yml',
    'what-if.yml',
  ]);
  for (const [path, text] of workflows) {
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
      expect([path, script, script in scripts]).toEqual([path, script, true]);
    }
    for (const [file] of text.matchAll(/\binfra\/[\w.]+\.(?:bicep|bicepparam|json)\b/g)) {
      expect([path, file, existsSync(join(ROOT, file))]).toEqual([path, file, true]);
    }
  }
});

test('every workflow may do no more than it says', () => {
  for (const [path, text] of workflows) expect([path, /^permissions: \{/m.test(text)]).toEqual([path, true]);
});

test('check:infra builds with every variable that a parameter file cannot do without', () => {
  const needed = globSync('*.bicepparam', { cwd: INFRA }).flatMap((file) =>
    Array.from(
      read(`infra/${file}`).matchAll(/readEnvironmentVariable\('(\w+)'\)/g),
      ([, name = '']) => name,
    ),
  );
  expect(needed).toContain('ALLOWED_ORIGINS');
  expect(read('.github/workflows/check.yml')).toContain('npm run check:infra');
  for (const name of needed) expect(read('scripts/check-infra.ts')).toContain(`  ${name}: '`);
});

test('a release is of its tag, and its bill of materials leaves out nothing that is bundled', () => {
  const release = read('.github/workflows/release.yml');
  expect(release).toContain('$GITHUB_REF_NAME');
  expect(release).toMatch(/npm sbom --sbom-format cyclonedx > /);
  const listed = /sha256sum (.+) > SHA256SUMS/.exec(release)?.[1]?.split(' ') ?? [];
  expect(listed).toEqual([
    'runtime.zip',
    'control-plane.zip',
    'marketplace.zip',
    'teams-app.zip',
    'sbom.cdx.json',
  ]);
  for (const file of [...listed, 'SHA256SUMS']) expect(release).toContain(`dist/${file}`);
});

test('every action is pinned by its commit, with the version beside it', () => {
  for (const [path, text] of workflows) {
    for (const [line] of text.matchAll(/uses: .+/g)) {
      expect([path, line]).toEqual([
        path,
        expect.stringMatching(/^uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/),
      ]);
    }
  }
});

test('a release is tested, checked, compiled, packaged and signed, in this order, before it is published', () => {
  const release = read('.github/workflows/release.yml');
  const steps = [
    'npm test',
    'npm run check\n',
    'scripts/model-lifetime.ts',
    'npm run check:infra',
    'npm run package:marketplace',
    'scripts/package-teams.ts',
    'attest-build-provenance',
    'gh release create',
  ];
  const places = steps.map((step) => release.indexOf(step));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(release).toContain("subject-path: 'dist/*.zip'");
});
