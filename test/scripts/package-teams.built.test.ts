import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppManifestUtils, type TeamsManifest } from '@microsoft/app-manifest';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { startAgentService } from '../support/service/agent-service.ts';
import { sharedFixture } from '../support/fixtures.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/package-teams.ts');

const desk = sharedFixture(() => startAgentService());
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teams-'));
});
afterEach(() => rm(folder, { recursive: true }));
const run = (...options: string[]) =>
  promisify(execFile)(process.execPath, [SCRIPT, '--out', folder, ...options]);

test('without a deployment the package is a valid Teams sample with placeholder names and ids', async () => {
  expect(await run()).toMatchObject({ stdout: 'teams-app-sample.zip\n' });
  const files = unzipSync(await readFile(join(folder, 'teams-app-sample.zip')));
  const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as TeamsManifest;
  expect(await AppManifestUtils.validateAgainstSchema(manifest)).toEqual([]);
  expect(manifest).toMatchObject({
    validDomains: ['chat.example.com'],
    webApplicationInfo: { id: '00000000-0000-4000-8000-000000000000' },
  });
});

test('for a deployment the package equals the package that the deployment serves', async () => {
  const { origin } = desk.service;
  const served = await fetch(`${origin}/api/collab-app.zip`);
  const health = await fetch(`${origin}/api/health`);
  const { deploymentId } = z.object({ deploymentId: z.string() }).parse(await health.json());
  const ids = ['--client-id', desk.issuer.clientId, '--deployment-id', deploymentId];
  expect(await run('--host', new URL(origin).host, ...ids)).toMatchObject({ stdout: 'teams-app.zip\n' });
  const made = await readFile(join(folder, 'teams-app.zip'));
  expect(made.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
});

test('with only some options of a deployment no package is created', async () => {
  await expect(run('--host', 'chat.example')).rejects.toThrow('Give --host, --client-id and --deployment-id');
  expect(await readdir(folder)).toEqual([]);
});
