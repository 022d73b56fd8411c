import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { countingCalls } from '../support/counting-calls.ts';
import { COMPOSITIONS, startService } from '../support/service.ts';
import { standingClock } from '../support/standing-clock.ts';

/**
 * What a turn on a warm instance may make of what costs more than its code shows: a timer and a signal are
 * registered and removed, an address and a text of JSON are parsed. By the code that asks for it, of the
 * product or of an SDK; what is not named is not made. The model of the cloud answers in one piece.
 * Each of its three requests to the store has an own time-out, which does not count an overloaded event loop.
 */
const MOST = {
  embedded: {
    '/api/chat': { timers: 2, 'own parse': 1, 'own stringify': 10 },
    '/api/chat/stream': { timers: 3, 'own parse': 1, 'own stringify': 16 },
  },
  cloud: {
    '/api/chat': {
      timers: 9,
      ...{ 'own AbortController': 7, 'own URL': 1, 'own parse': 11, 'own stringify': 1 },
      ...{ 'sdk AbortController': 8, 'sdk any': 1, 'sdk setTimeout': 4 },
      ...{ 'sdk URL': 10, 'sdk parse': 3, 'sdk stringify': 10 },
    },
    '/api/chat/stream': {
      timers: 10,
      ...{ 'own AbortController': 7, 'own URL': 1, 'own parse': 11, 'own stringify': 3 },
      ...{ 'sdk AbortController': 8, 'sdk any': 1, 'sdk setTimeout': 4 },
      ...{ 'sdk URL': 10, 'sdk parse': 3, 'sdk stringify': 10 },
    },
  },
} as const;
/** Turns before the counted one; the next turn after it takes a step of a rate limit. */
const WARMING = 3;

describe.each(COMPOSITIONS)('a turn on the adapters of the %s composition', (composition) => {
  it.each(['/api/chat', '/api/chat/stream'] as const)(
    '%s makes no more signals, timers, addresses and JSON than it did',
    async (path) => {
      const clock = standingClock();
      let timers = 0;
      const after: typeof clock.after = (ms, run) => {
        timers++;
        return clock.after(ms, run);
      };
      const service = await startService({ composition, clock: { ...clock, after } });
      // A replica that lags would cost a write that is refused and another read.
      if (service.cloud) service.cloud.cosmos.replicas.lagMs = () => 0;
      service.cloud?.model.script({ deltas: ['Good day.'] });
      const sessionId = randomUUID();
      const turn = async () => await (await service.post(path, { sessionId, message: 'Hello' })).text();
      for (let made = 0; made < WARMING; made++) await turn();
      timers = 0;
      const calls = countingCalls();
      let answer: string;
      try {
        answer = await turn();
      } finally {
        calls.stop();
      }
      expect(answer).toContain('assistant');
      const most = new Map<string, number>(Object.entries(MOST[composition][path]));
      const made = [['timers', timers] as const, ...calls.seen];
      expect(made.filter(([what, count]) => count > (most.get(what) ?? 0))).toEqual([]);
      await service.close();
    },
  );
});
