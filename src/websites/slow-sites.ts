import { nowIso } from '../lib/fields.ts';
import type { FoundPage, Ports } from '../ports.ts';

/** A site that does not answer for this time is said to be slow, in milliseconds. */
const SLOW_MS = 5_000;

type Options = Pick<Ports, 'clock'> & {
  /** Stores the progress; `waitingSince`: the site has not answered since then. */
  save: (waitingSince?: string) => Promise<void>;
};

/** The pages that are found; the progress is stored while one of them takes long. */
export async function* savedWhileSlow(
  pagesFound: AsyncIterable<FoundPage>,
  { clock, save }: Options,
): AsyncIterable<FoundPage> {
  let noted = Promise.resolve();
  const state = { isSlow: false };
  const watch = () => {
    const waitingSince = nowIso(clock);
    return clock.after(SLOW_MS, () => {
      state.isSlow = true;
      noted = save(waitingSince);
      // Awaited below, after the page.
      noted.catch(() => undefined);
    });
  };
  let cancel = watch();
  try {
    for await (const found of pagesFound) {
      cancel();
      await noted;
      // The site answers again.
      if (state.isSlow) await save();
      state.isSlow = false;
      yield found;
      cancel = watch();
    }
  } finally {
    cancel();
    // Otherwise it could follow the end of the reading.
    await Promise.allSettled([noted]);
  }
}
