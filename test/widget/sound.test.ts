import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chime } from '../../widget/agent/sound.ts';

const contexts: Context[] = [];
class Context {
  currentTime = 0;
  isClosed = false;
  constructor() {
    contexts.push(this);
  }
  close() {
    this.isClosed = true;
  }
}
class Part {
  connect(next: unknown) {
    return next;
  }
  start() {}
  stop() {}
}

beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Part);
  vi.stubGlobal('GainNode', Part);
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tones share one audio context, which is closed after the last tone', () => {
  chime();
  vi.advanceTimersByTime(900);
  chime();
  vi.advanceTimersByTime(900);
  expect(contexts.map(({ isClosed }) => isClosed)).toEqual([false]);
  vi.advanceTimersByTime(100);
  expect(contexts.map(({ isClosed }) => isClosed)).toEqual([true]);
  chime();
  expect(contexts.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  vi.advanceTimersByTime(1_000);
});
