import { StoredWidget } from './records/widget.ts';
import type { Ports } from '../ports.ts';
import { ledgerRecords } from '../platform/ledger-records.ts';

/**
 * The time to live of the cache, in milliseconds, so that the events of a turn need no further read. After a
 * widget is disabled, another instance may send events for this long; its connections are closed by then.
 */
const TTL_MS = 2_000;

/** Beyond this number of cached ids, expired entries are dropped; unknown ids are cached, too. */
const MAX_KNOWN = 1_000;

export function openWidgets(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock } = dependencies;
  const records = ledgerRecords({
    ...dependencies,
    kind: 'widgets',
    schema: StoredWidget,
    missing: 'widget-not-found',
  });
  const known = new Map<string, { isOpen: boolean; asOfMs: number }>();

  function forgetOld(): void {
    const oldestMs = clock.now() - TTL_MS;
    for (const [id, { asOfMs }] of known) if (asOfMs < oldestMs) known.delete(id);
  }

  function remember(id: string, isOpen: boolean, asOfMs: number): void {
    const last = known.get(id);
    // A read that started before a write ended may be outdated.
    if (last && last.asOfMs > asOfMs) return;
    known.set(id, { isOpen, asOfMs });
    if (known.size > MAX_KNOWN) forgetOld();
  }

  async function read(id: string) {
    const asOfMs = clock.now();
    const record = await records.find(id, 'strong');
    remember(id, record?.value.enabled ?? false, asOfMs);
    return record;
  }

  return {
    records,
    /** A strong read without a cache, so that disabling a widget takes effect immediately. */
    read,
    /**
     * Caches a state; `asOfMs`: the start of the read or the end of the write, in milliseconds since the
     * epoch.
     */
    remember,
    /** Whether the widget exists and is enabled; cached for 2 s. */
    async isOpen(id: string): Promise<boolean> {
      const last = known.get(id);
      if (!last || clock.now() - last.asOfMs > TTL_MS) await read(id);
      return known.get(id)?.isOpen ?? false;
    },
  };
}

/** The stored widgets, and a cache of which of them accept visitors. */
export type OpenWidgets = ReturnType<typeof openWidgets>;
