import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';

const ROOT = join(import.meta.dirname, '../..');
const Wizard = z.object({ parameters: z.object({ outputs: z.record(z.string(), z.string()) }) });
const text = (content: Uint8Array | undefined) => Buffer.from(content ?? '').toString();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marketplace-'));
  await mkdir(join(folder, 'bin'));
  await mkdir(join(folder, 'out'));
  await writeFile(join(folder, 'runtime.zip'), 'the package of the runtime');
});
afterEach(() => rm(folder, { recursive: true }));

/** A compiler that is called as the real one is, and answers with what it was asked to compile. */
async function aBicep(more = ''): Promise<void> {
  const path = join(folder, 'bin/bicep');
  const compiles = `[ "$1" = build ] && [ "$3" = --stdout ] && printf '{"from":"%s"${more}}' "$2"`;
  await writeFile(path, `#!/bin/sh\n[ "$1" = --version ] || { ${compiles}; }\n`);
  await chmod(path, 0o755);
}

function run(...more: string[]) {
  const out = ['--runtime', join(folder, 'runtime.zip'), '--out', join(folder, 'out')];
  return spawnSync(process.execPath, [join(ROOT, 'scripts/package-marketplace.ts'), ...out, ...more], {
    encoding: 'utf8',
    env: { PATH: join(folder, 'bin') },
  });
}

test('the marketplace package contains the compiled template, the wizard with the publisher’s addresses, the view and the runtime', async () => {
  await aBicep();
  const url = 'https://plans.publisher.example';
  const { status, stdout } = run('--control-plane-url', url, '--control-plane-audience', 'api://reports');
  expect([status, stdout]).toEqual([0, 'marketplace.zip\n']);
  const files = unzipSync(await readFile(join(folder, 'out/marketplace.zip')));
  expect(Object.keys(files).toSorted()).toEqual([
    'createUiDefinition.json',
    'mainTemplate.json',
    'released-package.zip',
    'viewDefinition.json',
  ]);
  expect(text(files['mainTemplate.json'])).toContain('infra/main.bicep');
  expect(text(files['released-package.zip'])).toBe('the package of the runtime');
  const { outputs } = Wizard.parse(JSON.parse(text(files['createUiDefinition.json']))).parameters;
  expect(outputs).toMatchObject({ controlPlaneUrl: url, controlPlaneAudience: 'api://reports' });
});

test('without a publisher the wizard omits both addresses, because the marketplace refuses empty ones', async () => {
  await aBicep();
  expect(run()).toMatchObject({ status: 0 });
  const files = unzipSync(await readFile(join(folder, 'out/marketplace.zip')));
  const { outputs } = Wizard.parse(JSON.parse(text(files['createUiDefinition.json']))).parameters;
  expect(Object.keys(outputs).filter((name) => name.startsWith('controlPlane'))).toEqual([]);
});

test('the plan of an offer is fixed, and the customer cannot change it in the wizard', async () => {
  await aBicep();
  expect(run('--plan', 'growth')).toMatchObject({ status: 0 });
  const ui = text(unzipSync(await readFile(join(folder, 'out/marketplace.zip')))['createUiDefinition.json']);
  expect(Wizard.parse(JSON.parse(ui)).parameters.outputs['planId']).toBe('growth');
  expect(ui).not.toContain('"name": "planId"');
  expect(run('--plan', 'gold')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--plan is one of start, growth, professional.'),
  });
});

test('a definition for the same tenant has no role assignment for another tenant', async () => {
  await aBicep();
  expect(run('--own-tenant')).toMatchObject({ status: 0 });
  const files = unzipSync(await readFile(join(folder, 'out/marketplace.zip')));
  const { outputs } = Wizard.parse(JSON.parse(text(files['createUiDefinition.json']))).parameters;
  expect(Object.keys(outputs)).not.toContain('crossTenant');
});

test('a resource provider of the template that is missing from the wizard is refused', async () => {
  await aBicep(',"resources":[{"type":"Microsoft.Elsewhere/things"}]');
  expect(run()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('resourceProviders: Microsoft.Elsewhere is missing'),
  });
});

test('a template that managed applications refuse is not packaged, even if the reason is in a nested template', async () => {
  await aBicep(',"resources":[{"properties":{"template":{"languageVersion":"2.0"}}}]');
  const { status, stderr } = run();
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      'resources.0.properties.template.languageVersion: managed applications refuse it',
    ),
  ]);
  expect(await readdir(join(folder, 'out'))).toEqual([]);
});

test('without a compiler the name of the package says that it is incomplete', async () => {
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('no Bicep CLI') });
  expect(await readdir(join(folder, 'out'))).toEqual(['marketplace.incomplete.zip']);
});
