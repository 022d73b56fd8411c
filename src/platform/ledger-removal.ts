import { mapLimited } from '../lib/concurrency.ts';
import type { Ledger } from '../ports.ts';

/** How many entries are read by one request, and how many are deleted at the same time. */
const GROUP = 50;
const PARALLEL = 8;

/** Deletes all entries of a kind, in groups. `check` is called before each deletion and may throw to stop. */
export async function removeKind(
  ledger: Pick<Ledger, 'newest' | 'remove'>,
  kind: string,
  check: () => void,
): Promise<void> {
  let before: string | undefined;
  for (;;) {
    const entries = await ledger.newest(kind, GROUP, before);
    await mapLimited(entries, PARALLEL, async ({ id, version }) => {
      check();
      await ledger.remove(kind, id, version);
    });
    if (entries.length < GROUP) return;
    before = entries.at(-1)?.id;
  }
}
