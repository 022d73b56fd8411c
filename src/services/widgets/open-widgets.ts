import type { Clock } from '../../ports.ts';

/** Which registered widgets accept visitors, as this instance last read or wrote them. */
export interface OpenWidgets {
  /**
   * Whether the widget accepts visitors; `load` is called where the cached answer is older than two seconds.
   */
  isOpen(id: string, load: () => Promise<unknown>): Promise<boolean>;
  /** Caches what was read or written; `asOfMs` is the start of the read or the end of the write. */
  remember(id: string, isOpen: boolean, asOfMs: number): void;
}

/**
 * How long an answer is cached, in milliseconds: the events of a turn follow the check of the visitor's own
 * call within this time, so that they cost no further read. Another instance may send for as long after a
 * widget was disabled; the connections are closed by then.
 */
const TTL_MS = 2_000;

/** Unknown ids are cached as well; beyond this number expired entries are dropped. */
const MAX_KNOWN = 1_000;

/** An empty cache. */
export function openWidgets(clock: Clock): OpenWidgets {
  const known = new Map<string, { isOpen: boolean; asOfMs: number }>();

  function forgetOld(): void {
    const oldestMs = clock.now() - TTL_MS;
    for (const [id, { asOfMs }] of known) if (asOfMs < oldestMs) known.delete(id);
  }
  return {
    async isOpen(id, load) {
      const last = known.get(id);
      if (!last || clock.now() - last.asOfMs > TTL_MS) await load();
      return known.get(id)?.isOpen ?? false;
    },
    remember(id, isOpen, asOfMs) {
      const last = known.get(id);
      // A read that began before a write ended may be outdated.
      if (last && last.asOfMs > asOfMs) return;
      known.set(id, { isOpen, asOfMs });
      if (known.size > MAX_KNOWN) forgetOld();
    },
  };
}
