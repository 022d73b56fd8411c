import { describe, expect, it, vi } from 'vitest';
import { realtime } from '../../widget/agent/realtime.ts';
import { closedSockets } from '../support/browser/closed-sockets.ts';

const CLIENTS = 300;
const sockets = closedSockets();

describe('clients whose connections break at the same time', () => {
  it('reconnect spread over time, later with each try', async () => {
    for (let client = 0; client < CLIENTS; client++) {
      realtime(
        async () => 'wss://hub.test/',
        () => {},
        () => {},
      ).want(true);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(sockets).toHaveLength(CLIENTS);
    for (const [tries, spreadMs] of [
      [1, 500],
      [2, 1_000],
      [3, 2_000],
    ] as const) {
      const before = sockets.splice(0);
      for (const socket of before) socket.onclose?.({ code: 1006 });
      const perTenth: number[] = [];
      await vi.advanceTimersByTimeAsync(spreadMs);
      expect(sockets.length, `try ${tries} waits`).toBeLessThan(CLIENTS / 50);
      for (let tenth = 0; tenth < 10; tenth++) {
        const known = sockets.length;
        await vi.advanceTimersByTimeAsync(spreadMs / 10);
        perTenth.push(sockets.length - known);
      }
      expect(sockets.length).toBe(CLIENTS);
      expect(Math.max(...perTenth), `try ${tries} is spread`).toBeLessThan(CLIENTS / 5);
    }
  });
});
