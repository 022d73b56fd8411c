import { StoredWidget } from '../../domain/records/widget.ts';
import type { Ports } from '../../ports.ts';
import { ledgerRecords, type LedgerRecord, type LedgerRecords } from '../platform/ledger-records.ts';

/** The stored widgets, and which of them accept visitors, as this instance last read or wrote them. */
export interface OpenWidgets {
  records: LedgerRecords<StoredWidget>;
  /** The stored state, never a cached or lagging copy: disabling a widget takes effect immediately. */
  read(id: string): Promise<LedgerRecord<StoredWidget> | undefined>;
  /** Whether the widget exists and is enabled, at most two seconds ago. */
  isOpen(id: string): Promise<boolean>;
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

export function openWidgets(
  dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>,
): OpenWidgets {
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
    // A read that began before a write ended may be outdated.
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
    read,
    remember,
    async isOpen(id) {
      const last = known.get(id);
      if (!last || clock.now() - last.asOfMs > TTL_MS) await read(id);
      return known.get(id)?.isOpen ?? false;
    },
  };
}
