import { manualClock, type ManualClock } from './manual-clock.ts';

/** A manual clock that each sleep moves: it ends at once, after what runs beside it had its turn. */
export function passingClock(): ManualClock {
  const moved = manualClock();
  return {
    ...moved,
    async sleep(ms) {
      moved.advance(Math.ceil(ms));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
