import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TelemetryEvent } from '../../src/ports.ts';
import { bearer, PAGE, rotate } from '../support/clients/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

/** Every form in which a key could be written down. */
function formsOf(key: string): string[] {
  const bytes = [Buffer.from(key), Buffer.from(key, 'hex')];
  const encoded = bytes.flatMap((one) => [one.toString('base64'), one.toString('base64url')]);
  return [key, key.toUpperCase(), key.slice(0, 16), ...encoded.map((text) => text.replace(/=+$/, ''))];
}

describe('the admin key', () => {
  const events: TelemetryEvent[] = [];
  const heard: string[] = [];

  async function hear(response: Response): Promise<Response> {
    heard.push(JSON.stringify([...response.headers]), await response.text());
    return response;
  }

  const service = sharedFixture(() => {
    const telemetry = {
      record: (event: TelemetryEvent) => void events.push(event),
      close: () => Promise.resolve(),
    };
    return startService({ telemetry });
  });
  const admin = sharedFixture(() => rotate(service));
  beforeAll(async () => {
    const { key, headers } = admin;
    await hear(await service.post('/api/ops/sign-in', { key }));
    await hear(await service.get(`/api/dashboard?code=${key}&view=search`, PAGE));
    await hear(await service.get(`/api/overview?code=${key}`));
    await hear(await service.get('/api/dashboard', { ...PAGE, ...headers }));
    await hear(await service.get('/api/dashboard', { ...PAGE, ...bearer(key) }));
    await hear(await service.get(`/api/cost?bucketHours=${key}&code=${key}`));
    await hear(await service.get(`/api/sessions/${key}/transcript`, headers));
    await hear(await service.get(`/api/sessions?cursor=${key}`, headers));
    await hear(await service.get('/api/openapi.json'));
    await rotate(service, headers);
    await hear(await service.get(`/api/dashboard?code=${key}`, PAGE));
    await hear(await service.post('/api/ops/sign-in', { key }));
    await hear(await service.post('/api/ops/sign-in', `{"key":"${key}`));
  });

  test('does not appear in telemetry', () => {
    expect(events.length).toBeGreaterThan(10);
    for (const form of formsOf(admin.key)) expect(JSON.stringify(events)).not.toContain(form);
  });

  test('does not appear in a page, cookie, header or error', () => {
    for (const form of formsOf(admin.key)) for (const said of heard) expect(said).not.toContain(form);
  });

  test('is stored only in the file of the vault', async () => {
    const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    const holders = [];
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name), 'latin1');
      if (formsOf(admin.key).some((form) => bytes.includes(form))) holders.push(file.parentPath);
    }
    expect(holders).toEqual([join(service.dataDir, 'vault/admin-key')]);
  });

  test('gives sessions whose cookies appear neither in telemetry nor in a file', async () => {
    const value = admin.cookie.split('=')[1] ?? '';
    expect(JSON.stringify(events)).not.toContain(value);
    const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(value);
    }
  });
});
