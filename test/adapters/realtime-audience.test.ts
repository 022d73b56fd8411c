import { describe, expect, it } from 'vitest';
import { audienceEvents, HOLD_MS, LISTENING_MS } from '../../src/adapters/realtime/audience.ts';
import { ALL_AGENTS } from '../../src/domain/realtime-groups.ts';
import type { RealtimeEvent } from '../../src/ports.ts';
import { manualClock } from '../support/manual-clock.ts';

const at = '2026-11-20T17:24:00.000Z';
const stateOf = (sessionId: string, messageCount: number): RealtimeEvent => ({
  type: 'session',
  session: {
    sessionId,
    status: 'open',
    messageCount,
    createdAt: at,
    updatedAt: at,
    lastMessageAt: at,
  },
});

function setup(answers: (boolean | Error)[]) {
  const clock = manualClock();
  const asked: number[] = [];
  const sent: RealtimeEvent[] = [];
  let failures = 0;
  let busy = Promise.resolve();
  /** From now on the service needs time to send. */
  const sending = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    busy = promise;
    return { resolve };
  };
  const events = audienceEvents(ALL_AGENTS, {
    clock,
    hasMember() {
      asked.push(clock.now());
      const answer = answers.shift() ?? false;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    send(_group, event) {
      sent.push(event);
      return busy;
    },
    failed: () => failures++,
  });
  const tell = (event: RealtimeEvent) => events.tell(ALL_AGENTS, event);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return { clock, pass, events, tell, asked, sent, sending, failures: () => failures };
}

describe('events to an audience that may be empty', () => {
  it('are dropped after one question where it is empty, which comes after them', async () => {
    const { clock, pass, tell, asked, sent } = setup([false]);
    const startedAt = clock.now();
    for (let count = 1; count <= 5; count++) await tell(stateOf('one', count));
    await pass(HOLD_MS);
    expect(asked).toEqual([startedAt + HOLD_MS]);
    expect(sent).toEqual([]);
  });

  it('are asked for again after an empty answer: each question covers what came before it only', async () => {
    const { pass, tell, asked, sent } = setup([false, true]);
    await tell(stateOf('one', 1));
    await pass(HOLD_MS);
    await tell(stateOf('one', 2));
    await pass(HOLD_MS);
    expect(asked).toHaveLength(2);
    expect(sent).toEqual([stateOf('one', 2)]);
  });

  it('keep the latest state of each session, in the order of the latest', async () => {
    const { pass, tell, sent } = setup([true]);
    for (const event of [stateOf('one', 1), stateOf('two', 1), stateOf('one', 2)]) await tell(event);
    await pass(HOLD_MS);
    expect(sent).toEqual([stateOf('two', 1), stateOf('one', 2)]);
  });

  it('go out at once while it has a member, and are held again a minute later', async () => {
    const { pass, events, tell, asked, sent } = setup([false]);
    events.expectMember();
    await tell(stateOf('one', 1));
    expect(sent).toEqual([stateOf('one', 1)]);
    await pass(LISTENING_MS);
    await tell(stateOf('one', 2));
    await pass(HOLD_MS);
    expect(asked).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  it('are reported as lost where the service cannot be asked, and the next ones are asked for', async () => {
    const { pass, tell, sent, failures } = setup([new Error('down'), true]);
    await tell(stateOf('one', 1));
    await pass(HOLD_MS);
    expect(failures()).toBe(1);
    await tell(stateOf('one', 2));
    await pass(HOLD_MS);
    expect(sent).toEqual([stateOf('one', 2)]);
  });

  it('are not kept without limit: many end the wait', async () => {
    const { tell, asked } = setup([false]);
    for (let count = 0; count < 1_000; count++) await tell(stateOf(`s${count}`, 1));
    expect(asked).toHaveLength(1);
  });

  it('are settled when the instance ends', async () => {
    const { events, tell, sent } = setup([true]);
    await tell(stateOf('one', 1));
    await events.close();
    expect(sent).toEqual([stateOf('one', 1)]);
  });

  it('do not overtake those before them while the service is asked or sends', async () => {
    const { pass, events, tell, sent, sending } = setup([true]);
    const waiting = sending();
    await tell(stateOf('one', 1));
    await pass(HOLD_MS);
    // A member is there from now on, and the first event is still under way.
    events.expectMember();
    await tell(stateOf('two', 1));
    expect(sent).toEqual([stateOf('one', 1)]);
    waiting.resolve();
    await pass(0);
    expect(sent).toEqual([stateOf('one', 1), stateOf('two', 1)]);
  });
});
