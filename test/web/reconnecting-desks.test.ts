import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { deskRealtime } from '../../src/web/desk/state/realtime.ts';

/** Sockets that the service closes immediately. */
class ClosedSocket {
  static opened: ClosedSocket[] = [];
  onclose: ((event: { code: number }) => void) | undefined;
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

test('1 000 desks whose connections break at the same time reconnect spread over time, later with each try', async () => {
  for (let desk = 0; desk < 1_000; desk++) {
    deskRealtime({
      negotiate: () => Promise.resolve('wss://hub.test/'),
      onEvent: () => {},
      onSignal: () => {},
      onConnection: () => {},
    }).start();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(ClosedSocket.opened).toHaveLength(1_000);
  for (const spreadMs of [250, 500, 1_000, 2_000]) {
    const before = ClosedSocket.opened.splice(0);
    for (const socket of before) socket.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(spreadMs);
    expect(ClosedSocket.opened.length, `nobody comes sooner than after ${spreadMs} ms`).toBeLessThan(20);
    const perTenth: number[] = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      const known = ClosedSocket.opened.length;
      await vi.advanceTimersByTimeAsync(spreadMs / 10);
      perTenth.push(ClosedSocket.opened.length - known);
    }
    expect(ClosedSocket.opened.length).toBe(1_000);
    expect(Math.max(...perTenth), `a pause of ${spreadMs} ms or more is spread`).toBeLessThan(200);
  }
});
