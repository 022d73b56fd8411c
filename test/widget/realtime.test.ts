import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { realtime } from '../../widget/agent/realtime.ts';

/** Sockets that the service closes immediately. */
class ClosedSocket {
  static opened: ClosedSocket[] = [];
  onclose: (() => void) | undefined;
  constructor() {
    ClosedSocket.opened.push(this);
  }
  close() {}
}

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', ClosedSocket);
});
afterEach(() => {
  vi.clearAllTimers();
  ClosedSocket.opened = [];
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('1 000 clients whose connections break at the same time', () => {
  it('reconnect spread over time, later with each try', async () => {
    for (let client = 0; client < 1_000; client++) {
      realtime(
        async () => 'wss://hub.test/',
        () => {},
        () => {},
      ).want(true);
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(ClosedSocket.opened).toHaveLength(1_000);
    for (const [tries, spreadMs] of [
      [1, 500],
      [2, 1_000],
      [3, 2_000],
    ] as const) {
      const before = ClosedSocket.opened.splice(0);
      for (const socket of before) socket.onclose?.();
      const perTenth: number[] = [];
      await vi.advanceTimersByTimeAsync(spreadMs);
      expect(ClosedSocket.opened.length, `try ${tries} waits`).toBeLessThan(20);
      for (let tenth = 0; tenth < 10; tenth++) {
        const known = ClosedSocket.opened.length;
        await vi.advanceTimersByTimeAsync(spreadMs / 10);
        perTenth.push(ClosedSocket.opened.length - known);
      }
      expect(ClosedSocket.opened.length).toBe(1_000);
      expect(Math.max(...perTenth), `try ${tries} is spread`).toBeLessThan(200);
    }
  });
});
