import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { afterEach, expect, test } from 'vitest';
import { rotate } from '../support/clients/admin.ts';
import { scriptedAnswerer } from '../support/ports/scripted-answerer.ts';
import { closeServer, listen } from '../support/servers/listen.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRIPT = join(ROOT, 'scripts/infra/first-key.ts');

let service: RunningService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

function run(url: string, ...more: string[]) {
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, '--url', url, ...more], (_failed, stdout) =>
      resolve({ code: child.exitCode ?? -1, stdout }),
    );
  });
}

test('a new deployment gets its admin key, which is shown once, and the dashboard then requires it', async () => {
  service = await startService({ answerer: scriptedAnswerer() });
  const { code, stdout } = await run(service.origin);
  expect(code).toBe(0);
  expect(stdout).toContain(`Dashboard: ${service.origin}/api/dashboard\n`);
  expect(stdout).toContain('Store it in a password manager');
  const key = /^Admin key: ([0-9a-f]{48})$/m.exec(stdout)?.[1] ?? '';
  const overview = `${service.origin}/api/overview`;
  expect((await fetch(overview)).status).toBe(401);
  expect((await fetch(overview, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
});

test('an existing key is kept and not shown', async () => {
  service = await startService({ answerer: scriptedAnswerer() });
  const { key } = await rotate(service);
  const { code, stdout } = await run(service.origin);
  expect([code, stdout]).toEqual([0, expect.stringContaining('There is an admin key already')]);
  expect(stdout).not.toMatch(/[0-9a-f]{48}/);
  const overview = await fetch(`${service.origin}/api/overview`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(overview.status).toBe(200);
});

test.each([
  ['does not answer', 503, 200, 'the service does not answer yet: health is 503'],
  ['refuses', 200, 503, 'No admin key was created.'],
])(
  'if the service %s, the address of the dashboard is shown with the reason',
  async (_, health, rotation, reason) => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/api/health' ? health : rotation).end('{}');
    });
    const origin = await listen(server);
    const { code, stdout } = await run(origin, '--wait-seconds', '0');
    await closeServer(server);
    expect(code).toBe(1);
    expect(stdout).toContain(reason);
    expect(stdout).toContain(`create the admin key: ${origin}/api/dashboard`);
  },
);

test('for a dashboard that starts closed, the script names the script that creates the first key', async () => {
  service = await startService({
    answerer: scriptedAnswerer(),
    settings: { ADMIN_START_GATED: 'true' },
  });
  const { code, stdout } = await run(service.origin);
  expect(code).toBe(1);
  expect(stdout).toContain('node scripts/recover-admin-key.ts --resource-group <group>');
});

test('the script waits for a service that does not answer at first', async () => {
  let calls = 0;
  const server = createServer((request, response) => {
    const isReady = request.url !== '/api/health' || ++calls > 1;
    response.writeHead(isReady ? 200 : 503).end(JSON.stringify({ adminKey: 'f'.repeat(48) }));
  });
  const origin = await listen(server);
  // As azd runs it: with the time that it waits by default.
  const { code, stdout } = await run(origin);
  await closeServer(server);
  expect([code, calls]).toEqual([0, 2]);
  expect(stdout).toContain(`Admin key: ${'f'.repeat(48)}`);
});

test('azd runs the script after `azd up` on every system, and shows its output', async () => {
  const Hook = z.object({ run: z.string(), interactive: z.literal(true), continueOnError: z.literal(true) });
  const { hooks } = z
    .object({ hooks: z.object({ postup: z.object({ posix: Hook, windows: Hook }) }) })
    .parse(parse(await readFile(join(ROOT, 'azure.yaml'), 'utf8')));
  for (const { run: command } of Object.values(hooks.postup)) {
    expect(command).toBe('node scripts/infra/first-key.ts');
  }
});
