import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CostReply, SearchReply, SessionsReply, Transcript } from '../../src/admin/wire/admin.ts';
import { bearer, cookieOf, PAGE, rotate, type Admin } from '../support/clients/admin.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { startService } from '../support/service/service.ts';

const SESSIONS = 5;

describe('an admin of a cloud', () => {
  let admin: Admin;
  const sessionIds = Array.from({ length: SESSIONS }, () => randomUUID());
  const service = sharedFixture(() =>
    startService({ composition: 'cloud', settings: { RATE_LIMIT_IP_PER_MINUTE: '1000' } }),
  );
  beforeAll(async () => {
    for (const [n, sessionId] of sessionIds.entries()) {
      await service.post('/api/chat', { sessionId, message: `Où est le café numéro ${n}?` });
    }
    admin = await rotate(service);
  });

  const get = async (path: string) => (await service.get(path, admin.headers)).json();

  test('lists every conversation once, for any page size and order', async () => {
    for (const sortBy of ['recent', 'cost']) {
      const found: string[] = [];
      let cursor = '';
      do {
        const page = SessionsReply.parse(await get(`/api/sessions?limit=2&sortBy=${sortBy}${cursor}`));
        found.push(...page.sessions.map(({ sessionId }) => sessionId));
        cursor = page.nextCursor === undefined ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
      } while (cursor !== '');
      expect(found.toSorted()).toEqual(sessionIds.toSorted());
    }
  });

  test('searches without accents, reads transcripts and sees their cost', async () => {
    const { results } = SearchReply.parse(await get('/api/sessions/search?q=cafe+3'));
    expect(results.filter(({ role }) => role === 'visitor').map(({ sessionId }) => sessionId)).toEqual([
      sessionIds[3],
    ]);
    const transcript = Transcript.parse(await get(`/api/sessions/${sessionIds[3]}/transcript`));
    expect(transcript.messages.map(({ role }) => role)).toEqual(['visitor', 'assistant']);
    expect(transcript.usage).toHaveLength(1);
    const { totals } = CostReply.parse(await get('/api/cost'));
    expect(totals.requests).toBe(SESSIONS);
  });

  test('deletes a conversation permanently and exports the others', async () => {
    const [gone = ''] = sessionIds;
    const path = `${service.origin}/api/sessions/${gone}`;
    expect((await fetch(path, { method: 'DELETE', headers: admin.headers })).status).toBe(204);
    expect((await fetch(path, { method: 'DELETE', headers: admin.headers })).status).toBe(404);
    const exported = await (await service.get('/api/sessions/export.ndjson', admin.headers)).text();
    expect(exported).not.toContain(gone);
    for (const sessionId of sessionIds.slice(1)) expect(exported).toContain(sessionId);
    expect(CostReply.parse(await get('/api/cost')).totals.requests).toBe(SESSIONS);
  });

  test('signs in with the key by link, by hand or by cookie, and signs out', async () => {
    const status = async (headers: Record<string, string>) =>
      (await service.get('/api/cost', headers)).status;
    expect(await status({})).toBe(401);
    expect((await service.get('/api/dashboard', PAGE)).status).toBe(401);
    expect(await status(bearer(admin.key))).toBe(200);
    const byLink = await service.get(`/api/dashboard?code=${admin.key}`, PAGE);
    expect(await status({ cookie: cookieOf(byLink) })).toBe(200);
    const byHand = await service.post('/api/ops/sign-in', { key: admin.key });
    const cookie = cookieOf(byHand);
    expect(await status({ cookie })).toBe(200);
    await service.post('/api/ops/sign-out', {}, { cookie });
    expect(await status({ cookie })).toBe(401);
  });

  test('rotates the key: the old key stops working immediately, and one of two simultaneous rotations succeeds', async () => {
    const before = admin;
    admin = await rotate(service, before.headers);
    for (const headers of [before.headers, bearer(before.key)]) {
      expect((await service.get('/api/cost', headers)).status).toBe(401);
    }
    const rotations = await Promise.all(
      [1, 2].map(() => service.post('/api/ops/rotate-key', '', admin.headers)),
    );
    expect(rotations.map(({ status }) => status).toSorted()).toEqual([
      200,
      expect.toSatisfy((s) => [401, 409].includes(Number(s))),
    ]);
    const shown = rotations.find(({ status }) => status === 200);
    const { adminKey } = (await shown?.json()) as { adminKey: string };
    expect((await service.get('/api/cost', bearer(adminKey))).status).toBe(200);
  });
});
