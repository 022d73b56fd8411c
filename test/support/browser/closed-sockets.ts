import { afterAll, afterEach, beforeAll, vi } from 'vitest';

/** A socket that the service closes immediately. */
interface ClosedSocket {
  onclose?: (event: { code: number }) => void;
}

/** Replaces WebSocket, and moves timers only by hand; the sockets that a test has opened, in their order. */
export function closedSockets(): ClosedSocket[] {
  const opened: ClosedSocket[] = [];
  class Socket implements ClosedSocket {
    declare onclose?: (event: { code: number }) => void;
    constructor() {
      opened.push(this);
    }
    close() {}
  }
  beforeAll(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Socket);
  });
  afterEach(() => {
    vi.clearAllTimers();
    opened.length = 0;
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return opened;
}
