import type { Clock, Random } from '../../../ports.ts';

/**
 * Keys in the order of their creation: time, a counter within it, and this instance. Two instances order
 * their keys as well as their clocks agree.
 */
export function orderKeys(clock: Clock, random: Random): () => string {
  const instance = Buffer.from(random.bytes(4)).toString('hex');
  let lastMs = 0;
  let count = 0;
  return () => {
    const nowMs = Math.max(clock.now(), lastMs);
    count = nowMs === lastMs ? count + 1 : 0;
    lastMs = nowMs;
    return `${String(nowMs).padStart(15, '0')}-${String(count).padStart(6, '0')}-${instance}`;
  };
}
