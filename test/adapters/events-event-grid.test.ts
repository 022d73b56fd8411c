import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventGrid } from '../../src/adapters/events/event-grid.ts';
import type { Notice } from '../../src/ports.ts';
import { startEventGrid, type EventGridFailure } from '../fakes/event-grid-server.ts';
import { freshFixture } from '../support/fixtures.ts';
import { realClock } from '../support/clocks/real-clock.ts';

const TOKEN = 'token-of-the-managed-identity';
const notice: Notice = {
  id: randomUUID(),
  sessionId: randomUUID(),
  order: 1,
  kind: 'session.handoff',
  at: '2026-11-20T09:00:00.000Z',
  facts: { sourceDomain: 'shop.example', waitingSince: '2026-11-20T09:00:00.000Z' },
  step: 'notice',
};

describe('The customer’s Event Grid topic', () => {
  const topic = freshFixture(() => startEventGrid({ required: TOKEN }));
  const neverEnds = new AbortController().signal;

  function channel(options: Partial<Parameters<typeof eventGrid>[0]> = {}) {
    return eventGrid({
      endpoint: topic.url,
      clock: realClock,
      deploymentId: () => Promise.resolve('deployment 1'),
      key: () => Promise.resolve(Buffer.from('key of the subjects')),
      token: () => Promise.resolve(TOKEN),
      ...options,
    });
  }

  it('is sent a CloudEvent with the facts of the notice and the managed identity’s token', async () => {
    expect(await channel().deliver(notice, neverEnds)).toEqual({ ok: true });
    expect(topic.taken).toEqual([
      {
        specversion: '1.0',
        id: notice.id,
        source: '/chat-widget-service/deployment%201',
        type: 'session.handoff',
        subject: expect.stringMatching(/^conversations\/[\w-]{32}$/),
        time: notice.at,
        datacontenttype: 'application/json',
        data: { order: 1, ...notice.facts },
      },
    ]);
  });

  it('sees the same pseudonym in all events of a conversation, and never the session id', async () => {
    const other = { ...notice, id: randomUUID(), kind: 'session.claimed' } as const;
    const unrelated = { ...notice, id: randomUUID(), sessionId: randomUUID() };
    for (const one of [notice, other, unrelated]) await channel().deliver(one, neverEnds);
    const [first, second, third] = topic.taken.map(({ subject }) => subject);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(JSON.stringify(topic.received)).not.toContain(notice.sessionId);
    const elsewhere = channel({ key: () => Promise.resolve(Buffer.from('another key')) });
    await elsewhere.deliver(notice, neverEnds);
    expect(topic.taken[3]?.subject).not.toBe(first);
  });

  it.each<[EventGridFailure, object]>([
    [{ status: 400 }, { permanent: true, code: 'refused' }],
    [{ status: 401 }, { permanent: false, code: 'not-allowed' }],
    [{ status: 403 }, { permanent: false, code: 'not-allowed' }],
    [{ status: 404 }, { permanent: true, code: 'gone' }],
    [{ status: 413 }, { permanent: true, code: 'too-large' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { permanent: false, code: 'throttled', retryAfterMs: 7_000 },
    ],
    [{ status: 500 }, { permanent: false, code: 'unavailable' }],
    [{ status: 503 }, { permanent: false, code: 'unavailable' }],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      { permanent: true, code: 'redirected' },
    ],
    ['breaks', { permanent: false, code: 'unreachable' }],
  ])('is reported as %j', async (failure, outcome) => {
    topic.control.failure = failure;
    expect(await channel().deliver(notice, neverEnds)).toEqual({ ok: false, ...outcome });
    expect(topic.received).toHaveLength(1);
  });

  it('is aborted if it does not answer', async () => {
    topic.control.failure = 'hangs';
    const outcome = await channel({ timeoutMs: 100 }).deliver(notice, neverEnds);
    expect(outcome).toEqual({ ok: false, permanent: false, code: 'hanging' });
  });

  it('is sent nothing if there is no token', async () => {
    const token = () => Promise.reject(new Error('a text with secrets'));
    const outcome = await channel({ token }).deliver(notice, neverEnds);
    expect(outcome).toEqual({ ok: false, permanent: false, code: 'unreachable' });
    expect(topic.received).toEqual([]);
  });
});
