import { expect, test, vi } from 'vitest';
import { deskRealtime } from '../../src/web/desk/state/realtime.ts';
import { closedSockets } from '../support/browser/closed-sockets.ts';

const DESKS = 300;
const sockets = closedSockets();

test('desks whose connections break at the same time reconnect spread over time, later with each try', async () => {
  for (let desk = 0; desk < DESKS; desk++) {
    deskRealtime({
      negotiate: () => Promise.resolve('wss://hub.test/'),
      onEvent: () => {},
      onSignal: () => {},
      onConnection: () => {},
    }).start();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets).toHaveLength(DESKS);
  for (const spreadMs of [250, 500, 1_000, 2_000]) {
    const before = sockets.splice(0);
    for (const socket of before) socket.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(spreadMs);
    expect(sockets.length, `nobody comes sooner than after ${spreadMs} ms`).toBeLessThan(DESKS / 50);
    const perTenth: number[] = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      const known = sockets.length;
      await vi.advanceTimersByTimeAsync(spreadMs / 10);
      perTenth.push(sockets.length - known);
    }
    expect(sockets.length).toBe(DESKS);
    expect(Math.max(...perTenth), `a pause of ${spreadMs} ms or more is spread`).toBeLessThan(DESKS / 5);
  }
});
