import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { agentGroup } from '../../src/platform/rules/realtime-groups.ts';
import { deskRealtime, type Connection, type Realtime } from '../../src/web/desk/state/realtime.ts';
import { recovery } from '../../src/web/desk/state/recovery.ts';
import { openLine } from '../fakes/line.ts';
import { seededRandom } from '../support/ports/random.ts';
import { freshFixture } from '../support/fixtures.ts';
import { startLocalHub } from '../support/servers/local-hub-server.ts';
import { connectSocket, type RawSocket } from '../support/clients/raw-socket.ts';

describe('the agent desk’s real-time client after a lost connection', () => {
  const sessionId = randomUUID();
  let desk: Realtime;
  let visitor: RawSocket;
  let events: unknown[];
  let signals: unknown[];
  let connections: Connection[];
  let negotiations: number;

  const hub = freshFixture(() => startLocalHub());
  const line = freshFixture(() => openLine(hub.serviceOrigin, seededRandom(1)));
  beforeEach(async () => {
    events = [];
    signals = [];
    connections = [];
    negotiations = 0;
    desk = deskRealtime({
      async negotiate() {
        negotiations++;
        return (await hub.realtime.agentAccess('mia', line.origin)).url;
      },
      onEvent: (data) => void events.push(data),
      onSignal: (_group, data) => void signals.push(data),
      onConnection: (connection) => void connections.push(connection),
    });
    desk.setGroups(new Set([sessionId]));
    desk.start();
    await expect.poll(() => connections.at(-1)).toBe('live');
    visitor = await connectSocket((await hub.realtime.visitorAccess(sessionId, hub.serviceOrigin)).url);
    await visitor.next();
    await joined(0);
  });
  afterEach(async () => {
    desk.stop();
  });

  const event = (seq: number) => ({ type: 'seen', sessionId, from: 'agent', seq }) as const;
  const tell = (seq: number) => hub.realtime.toGroup(agentGroup('mia'), event(seq));
  const seen = (seq: number) => ({ type: 'seen', sessionId, from: 'visitor', seq });
  const signal = (data: object) =>
    visitor.send({ type: 'sendToGroup', group: sessionId, noEcho: true, data });

  /** Waits until the desk is in the conversation's group; leaves no signal behind. */
  async function joined(before: number): Promise<void> {
    await expect
      .poll(() => {
        hub.clock.advance(1000);
        signal({ type: 'typing', sessionId, from: 'visitor' });
        return signals.length;
      })
      .toBeGreaterThan(before);
    await expect.poll(() => signals.every((data) => JSON.stringify(data).includes('typing'))).toBe(true);
    signals.length = 0;
  }

  const withoutTyping = () => signals.filter((data) => !JSON.stringify(data).includes('typing'));

  it('receives everything once and in order after 30 seconds, without a new negotiation', async () => {
    await tell(1);
    await expect.poll(() => events).toEqual([event(1)]);
    await line.become('gone');
    await expect.poll(() => connections.at(-1)).toBe('down');
    for (const seq of [2, 3]) await tell(seq);
    signal(seen(7));
    hub.clock.advance(30_000);
    await tell(4);

    await line.become('well');
    await expect.poll(() => connections.at(-1)).toBe('live');
    await tell(5);
    await expect.poll(() => events).toEqual([1, 2, 3, 4, 5].map(event));
    expect(withoutTyping()).toEqual([seen(7)]);
    expect(negotiations).toBe(1);
  });

  it('opens a new connection in the same groups if the interruption was too long for a recovery', async () => {
    await line.become('gone');
    await expect.poll(() => connections.at(-1)).toBe('down');
    // The heartbeat, the recovery, and the ends of two tokens.
    await expect.poll(() => hub.clock.sleeping()).toBe(4);
    hub.clock.advance(60_000);
    await tell(1);
    await line.become('well');
    await expect.poll(() => connections.at(-1)).toBe('live');
    expect(negotiations).toBe(2);
    await joined(0);
    await tell(2);
    await expect.poll(() => events).toEqual([event(2)]);
  });

  it('acknowledges received events, so that none is repeated', async () => {
    for (const seq of [1, 2]) await tell(seq);
    await expect.poll(() => events).toHaveLength(2);
    const { framesRead } = hub.realtime.work;
    await expect.poll(() => hub.realtime.work.framesRead).toBe(framesRead + 1);
    await line.become('gone');
    await expect.poll(() => connections.at(-1)).toBe('down');
    const { framesSent } = hub.realtime.work;
    await line.become('well');
    await expect.poll(() => connections.at(-1)).toBe('live');
    // The answer to its question whether it is back, and to nothing else.
    expect(hub.realtime.work.framesSent).toBe(framesSent + 1);
    expect(events).toEqual([1, 2].map(event));
  });

  it('joins a group again if the connection was lost before the answer', async () => {
    const other = randomUUID();
    await line.become('silent');
    desk.setGroups(new Set([sessionId, other]));
    await line.become('gone');
    await line.become('well');
    await expect.poll(() => connections.at(-1)).toBe('live');
    const { url } = await hub.realtime.visitorAccess(other, hub.serviceOrigin);
    const second = await connectSocket(url);
    const data = { type: 'seen', sessionId: other, from: 'visitor', seq: 1 };
    await expect
      .poll(() => {
        hub.clock.advance(1000);
        second.send({ type: 'sendToGroup', group: other, data });
        return signals;
      })
      .toContainEqual(data);
    expect(negotiations).toBe(1);
  });

  it('checks its current connection, and no earlier one', async () => {
    desk.stop();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    desk.start();
    await expect.poll(() => connections.at(-1)).toBe('live');
    expect(vi.getTimerCount()).toBe(1);
    await line.become('gone');
    await expect.poll(() => connections.at(-1)).toBe('down');
    expect(vi.getTimerCount()).toBe(0);
    await line.become('well');
    await expect.poll(() => connections.at(-1)).toBe('live');
    expect(vi.getTimerCount()).toBe(1);
  });

  it('recovers from a silent connection that the service considers open', async () => {
    await line.become('silent');
    await tell(1);
    desk.disconnect();
    await line.become('well');
    await expect.poll(() => events).toEqual([event(1)]);
    expect(negotiations).toBe(1);
  });
});

describe('the agent desk’s real-time client before its token expires', () => {
  const hub = freshFixture(() => startLocalHub());

  it('changes to a new connection without an interruption, in the same groups, and closes the old one', async () => {
    const sessionId = randomUUID();
    const connections: Connection[] = [];
    const events: unknown[] = [];
    let negotiations = 0;
    const desk = deskRealtime({
      async negotiate() {
        // The second connection is not replaced.
        if (++negotiations > 2) return await new Promise<never>(() => undefined);
        return (await hub.realtime.agentAccess('mia', hub.serviceOrigin)).url;
      },
      onEvent: (data) => void events.push(data),
      onSignal: () => undefined,
      onConnection: (connection) => void connections.push(connection),
      renewMs: 100,
    });
    desk.setGroups(new Set([sessionId]));
    desk.start();
    await expect.poll(() => connections).toEqual(['connecting', 'live', 'live']);
    await expect.poll(() => hub.realtime.work.framesRead).toBeGreaterThanOrEqual(2);
    const event = { type: 'seen', sessionId, from: 'agent', seq: 1 } as const;
    await hub.realtime.toGroup(agentGroup('mia'), event);
    await expect.poll(() => events).toEqual([event]);
    hub.clock.advance(200_000);
    await hub.realtime.toGroup(agentGroup('mia'), event);
    await expect.poll(() => events).toEqual([event, event]);
    expect(connections).toEqual(['connecting', 'live', 'live']);
    desk.stop();
  });

  it('keeps its connection if it cannot get a new one', async () => {
    const connections: Connection[] = [];
    let negotiations = 0;
    const desk = deskRealtime({
      async negotiate() {
        if (++negotiations > 1) throw new Error('The sign-in has ended.');
        return (await hub.realtime.agentAccess('mia', hub.serviceOrigin)).url;
      },
      onEvent: () => undefined,
      onSignal: () => undefined,
      onConnection: (connection) => void connections.push(connection),
      renewMs: 10,
    });
    desk.start();
    await expect.poll(() => negotiations).toBe(2);
    expect(await hub.realtime.connectedAgents()).toEqual(['mia']);
    expect(connections).toEqual(['connecting', 'live']);
    desk.stop();
  });
});

describe('the recovery state of the desk', () => {
  it('expires a minute after the last event', () => {
    let nowMs = 0;
    const kept = recovery(() => nowMs);
    expect(kept.address()).toBeUndefined();
    kept.greeted('wss://hub.example/client/hubs/chat?access_token=a', 'one', 'r&t');
    kept.broken();
    nowMs = 60_000;
    kept.broken();
    expect(kept.address()).toBe(
      'wss://hub.example/client/hubs/chat?access_token=a&awps_connection_id=one&awps_reconnection_token=r%26t',
    );
    kept.heard();
    kept.broken();
    nowMs = 120_001;
    expect(kept.address()).toBeUndefined();
  });

  it('accepts each sequence number once and is reset only by another connection', () => {
    const kept = recovery(() => 0);
    kept.greeted('wss://hub.example/', 'one', 'first');
    expect([1, 2, 2, 1, 3].map((id) => kept.take(id))).toEqual([true, true, false, false, true]);
    kept.acknowledged(3);
    kept.greeted('wss://hub.example/', 'one', 'second');
    expect(kept.address()).toContain('second');
    expect([kept.take(3), kept.unacknowledged()]).toEqual([false, undefined]);
    kept.broken();
    expect(kept.unacknowledged()).toBe(3);
    kept.greeted('wss://hub.example/', 'two', 'third');
    expect([kept.unacknowledged(), kept.take(1)]).toEqual([undefined, true]);
  });
});
