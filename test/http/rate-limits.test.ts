import { describe, expect, test } from 'vitest';
import { SESSION_READS_PER_MINUTE } from '../../src/platform/rules/rate-limit.ts';
import { sharedFixture } from '../support/fixtures.ts';
import { manualClock } from '../support/clocks/manual-clock.ts';
import { HOSTS, startService } from '../support/service/service.ts';

describe.each(HOSTS)('rate limits on the %s host', (host) => {
  const clock = manualClock();
  const service = sharedFixture(() => {
    const settings = {
      RATE_LIMIT_SESSION_PER_MINUTE: '3',
      RATE_LIMIT_IP_PER_MINUTE: '8',
      RATE_LIMIT_IP_READS_PER_MINUTE: '4',
    };
    return startService({ host, clock, settings, proxies: 1 });
  });

  const from = (ip: string) => ({ 'x-forwarded-for': `6.6.6.6, ${ip}:4711` });
  const say = (ip: string, sessionId?: string) =>
    service.post('/api/chat', { message: 'Hello', sessionId }, from(ip));

  async function statuses(calls: number, call: () => Promise<Response>): Promise<number[]> {
    const seen: number[] = [];
    for (let index = 0; index < calls; index++) seen.push((await call()).status);
    return seen;
  }

  test('a session has a limit of messages for each minute, including the first message', async () => {
    const first = await say('203.0.113.1');
    const { sessionId } = (await first.json()) as { sessionId: string };
    expect(await statuses(3, () => say('203.0.113.1', sessionId))).toEqual([200, 200, 429]);
  });

  test('a rejected call has a Retry-After header, and stores nothing', async () => {
    const sessionId = crypto.randomUUID();
    await statuses(3, () => say('203.0.113.2', sessionId));
    const before = (await service.session(sessionId)).messageCount;
    const rejected = await say('203.0.113.2', sessionId);
    expect(rejected.status).toBe(429);
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(await rejected.json()).toMatchObject({ error: 'rate-limited', retryAfterSeconds: seconds });
    expect((await service.session(sessionId)).messageCount).toBe(before);
    clock.advance(seconds * 1000);
    expect((await say('203.0.113.2', sessionId)).status).toBe(200);
  });

  test('a client address has a limit of messages for each minute over all its sessions', async () => {
    expect(await statuses(9, () => say('203.0.113.3'))).toEqual([...Array<number>(8).fill(200), 429]);
    expect((await say('203.0.113.4')).status).toBe(200);
  });

  test('a client address can read source passages a tenth as often as messages', async () => {
    const read = (ip: string) =>
      service.post(
        '/api/source',
        { sessionId: crypto.randomUUID(), messageId: crypto.randomUUID(), number: 1 },
        from(ip),
      );
    expect(await statuses(2, () => read('203.0.113.30'))).toEqual([404, 429]);
    expect((await read('203.0.113.31')).status).toBe(404);
  });

  test('the messages of a session have a limit of reads for each minute over all client addresses', async () => {
    const { sessionId } = (await (await say('203.0.113.20')).json()) as { sessionId: string };
    let address = 0;
    const read = () => service.get(`/api/messages?sessionId=${sessionId}`, from(`198.51.100.${++address}`));
    const allowed = Array<number>(SESSION_READS_PER_MINUTE).fill(200);
    expect(await statuses(allowed.length + 1, read)).toEqual([...allowed, 429]);
    const rejected = await read();
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await say('203.0.113.50', sessionId)).status).toBe(200);
    clock.advance(60_000);
    expect((await read()).status).toBe(200);
  });

  test('reads are counted separately from messages', async () => {
    const read = () => service.get(`/api/messages?sessionId=${crypto.randomUUID()}`, from('203.0.113.5'));
    expect(await statuses(5, read)).toEqual([404, 404, 404, 404, 429]);
    expect((await say('203.0.113.5')).status).toBe(200);
  });

  test('a forged client address is ignored', async () => {
    const forged = (left: string) =>
      service.post('/api/chat', { message: 'Hello' }, { 'x-forwarded-for': `${left}, 203.0.113.6` });
    const seen: number[] = [];
    for (let index = 0; index < 9; index++) seen.push((await forged(`198.51.100.${index}`)).status);
    expect(seen.at(-1)).toBe(429);
  });
});

test('instances that share a store share the limits', async () => {
  const settings = { RATE_LIMIT_IP_PER_MINUTE: '5' };
  const one = await startService({ settings });
  const two = await startService({ settings, dataDir: one.dataDir });
  const calls = Array.from({ length: 12 }, (_, index) =>
    (index % 2 ? one : two).post('/api/chat', { message: 'Hello' }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  await two.close();
  await one.close();
});
