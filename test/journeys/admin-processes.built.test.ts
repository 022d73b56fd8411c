import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RotateReply } from '../../src/admin/wire/admin.ts';
import { bearer, cookieOf } from '../support/clients/admin.ts';
import { emptyDeployment, type Deployment } from './support/composed-process.ts';
import { startProcess, type ServiceProcess } from '../support/service/process.ts';
import { COMPOSITIONS, type Composition } from '../support/service/service.ts';

let deployment: Deployment;
const processes: ServiceProcess[] = [];

async function start(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const started = await startProcess({ ...deployment.settings, ...settings });
  processes.push(started);
  return started;
}

const statusOf = async ({ origin }: ServiceProcess, headers: Record<string, string>) =>
  (await fetch(`${origin}/api/cost`, { headers })).status;

async function rotate({ origin }: ServiceProcess, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}/api/ops/rotate-key`, { method: 'POST', headers });
  const { adminKey } = RotateReply.parse(await response.json());
  return { key: adminKey, cookie: cookieOf(response) };
}

/** The deployment of each test, and its end with all its processes. */
function onEmpty(composition: Composition): void {
  beforeEach(async () => {
    deployment = await emptyDeployment(composition);
  });
  afterEach(async () => {
    for (const running of processes.splice(0)) {
      running.signal('SIGTERM');
      await running.ended;
    }
    await deployment.remove();
  });
}

describe.each(COMPOSITIONS)('processes of one deployment, with all that is %s', (composition) => {
  onEmpty(composition);

  test('a key that one of two processes on a store revokes is refused by the other immediately', async () => {
    const [one, other] = [await start(), await start()];
    expect(await statusOf(other, {})).toBe(200);
    const first = await rotate(one);
    expect(await statusOf(other, {})).toBe(401);
    expect(await statusOf(other, bearer(first.key))).toBe(200);
    expect(await statusOf(other, { cookie: first.cookie })).toBe(200);
    const second = await rotate(other, { cookie: first.cookie });
    for (const process of [one, other]) {
      expect(await statusOf(process, bearer(first.key))).toBe(401);
      expect(await statusOf(process, { cookie: first.cookie })).toBe(401);
      expect(await statusOf(process, bearer(second.key))).toBe(200);
    }
  });

  test('a gated deployment prints its first key once and is never open to everyone', async () => {
    const gated = await start({ ADMIN_START_GATED: 'true' });
    const key = /shown this once: ([0-9a-f]{48})\n/.exec(gated.output())?.[1] ?? '';
    expect(await statusOf(gated, {})).toBe(401);
    expect(await statusOf(gated, bearer(key))).toBe(200);
    const again = await start({ ADMIN_START_GATED: 'true' });
    expect(again.output()).not.toMatch(/[0-9a-f]{48}/);
    expect(await statusOf(again, bearer(key))).toBe(200);
  });
});

describe('processes on one folder', () => {
  onEmpty('embedded');

  test('anonymous mode is reported at the start, and only the first key of a gated deployment is printed', async () => {
    const open = await start({ LOG_LEVEL: 'verbose' });
    expect(open.output()).toContain('"code":"admin-anonymous-mode"');
    expect(open.output()).toContain('open to everyone who can reach it');
    const { key, cookie } = await rotate(open);
    for (const headers of [bearer(key), { cookie }]) expect(await statusOf(open, headers)).toBe(200);
    await fetch(`${open.origin}/api/dashboard?code=${key}`, { headers: { accept: 'text/html' } });
    const again = await start({ LOG_LEVEL: 'verbose' });
    expect(again.output()).not.toContain('admin-anonymous-mode');
    for (const { output } of [open, again]) expect(output()).not.toMatch(/[0-9a-f]{48}/);
  });

  test('a conversation is deleted after RETENTION_DAYS and not earlier', async () => {
    const retention = { RETENTION_DAYS: '2' };
    const today = await start(retention);
    const { sessionId } = (await (await today.post('/api/chat', { message: 'Hello' })).json()) as {
      sessionId: string;
    };
    const isThere = async ({ origin }: ServiceProcess) =>
      (await fetch(`${origin}/api/messages?sessionId=${sessionId}`)).status;
    const tomorrow = await start({ ...retention, LOCAL_CLOCK_OFFSET_HOURS: '24' });
    expect(await isThere(tomorrow)).toBe(200);
    const later = await start({ ...retention, LOCAL_CLOCK_OFFSET_HOURS: '72' });
    await expect.poll(() => isThere(later)).toBe(404);
    expect(await isThere(today)).toBe(404);
  });
});
