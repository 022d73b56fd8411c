import { beforeEach, describe, expect, test } from 'vitest';
import { ErrorBody } from '../../src/platform/wire/query-fields.ts';
import { bearer, cookieOf, rotate, type Admin } from '../support/clients/admin.ts';
import { freshFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
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

  test('both refuse the old key, its sessions and its links immediately after a rotation', async () => {
    const clock = manualClock();
    const [first, second] = [
      await startService({ dataDir: here.dataDir, clock }),
      await startService({ dataDir: here.dataDir, clock }),
    ];
    for (let round = 1; round <= 3; round++) {
      // Wrong keys are counted by the minute.
      clock.advance(60_000);
      for (const service of [first, second]) {
        expect(await statusOf(service, bearer(admin.key))).toBe(200);
        expect(await statusOf(service, admin.headers)).toBe(200);
      }
      const old = admin;
      admin = await rotate(round % 2 ? first : second, admin.headers);
      for (const service of [second, first]) {
        expect(await statusOf(service, bearer(old.key))).toBe(401);
        expect(await statusOf(service, old.headers)).toBe(401);
        expect((await service.get(`/api/cost?code=${old.key}`)).status).toBe(401);
        expect(await statusOf(service, admin.headers)).toBe(200);
      }
    }
    await second.close();
    await first.close();
  });

  test('both refuse a session immediately after its sign-out', async () => {
    const other = cookieOf(await there.post('/api/ops/sign-in', { key: admin.key }));
    expect(await statusOf(there, admin.headers)).toBe(200);
    await here.post('/api/ops/sign-out', '', admin.headers);
    expect(await statusOf(there, admin.headers)).toBe(401);
    expect(await statusOf(here, { cookie: other })).toBe(200);
  });

  test('both leave anonymous mode when one creates the first key', async () => {
    const first = await startService();
    const second = await startService({ dataDir: first.dataDir });
    expect(await statusOf(second, {})).toBe(200);
    await rotate(first);
    expect(await statusOf(second, {})).toBe(401);
    await second.close();
    await first.close();
  });

  test('complete only one of several concurrent rotations, and refuse the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? here : there).post('/api/ops/rotate-key', '', admin.headers),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const cookie = won[0] ? cookieOf(won[0]) : '';
    for (const service of [here, there]) expect(await statusOf(service, { cookie })).toBe(200);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const { error } = ErrorBody.parse(await answer.json());
      // A caller that arrived after the rotation was not authenticated at all.
      expect(['rotation-conflict', 'unauthorized']).toContain(error);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});
