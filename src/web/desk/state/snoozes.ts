import type { Store } from '../../ui/store.ts';
import type { DeskState } from './state.ts';

/** The longest timer of browsers, in milliseconds. */
const MAX_DELAY_MS = 2_147_483_647;

/** Sorts the list again when a snooze ends. One timer is used, for the earliest end. */
export function wakeSnoozed(state: Store<DeskState>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(): void {
    clearTimeout(timer);
    const now = Date.now();
    const times = Array.from(state.get().rows.values(), (row) => Date.parse(row.snoozedUntil ?? ''));
    const next = Math.min(...times.filter((time) => time > now));
    if (next < Infinity) timer = setTimeout(wake, Math.min(MAX_DELAY_MS, next - now));
  }

  function wake(): void {
    state.update((desk) => ({ ...desk, snoozesAtMs: Date.now() }));
    plan();
  }

  state.watch(({ rows }, before) => {
    if (rows !== before.rows) plan();
  });
}
