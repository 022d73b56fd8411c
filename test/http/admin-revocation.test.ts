import { beforeEach, describe, expect, test } from 'vitest';
import { cookieOf, rotate, type Admin } from '../support/clients/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startService, type RunningService } from '../support/service/service.ts';

describe('two instances of one deployment', () => {
  let admin: Admin;
  const here = freshFixture(() => startService());
  const there = freshFixture(() => startService({ dataDir: here.dataDir }));
  beforeEach(async () => {
    admin = await rotate(here);
  });

  const statusOf = async (service: RunningService, headers: Record<string, string>) =>
    (await service.get('/api/cost', headers)).status;

  test('both refuse a session immediately after its sign-out', async () => {
    const other = cookieOf(await there.post('/api/ops/sign-in', { key: admin.key }));
    expect(await statusOf(there, admin.headers)).toBe(200);
    await here.post('/api/ops/sign-out', '', admin.headers);
    expect(await statusOf(there, admin.headers)).toBe(401);
    expect(await statusOf(here, { cookie: other })).toBe(200);
  });
});
