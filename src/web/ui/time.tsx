import { formatAgo, formatClock, formatDate, formatExact, formatWhen } from './format.ts';

const FORMATS = { when: formatWhen, ago: formatAgo, clock: formatClock, date: formatDate };

/** A time in the reader's time zone; the exact one in the title. */
export function Time({ at, as = 'when' }: { at: string; as?: keyof typeof FORMATS }) {
  return (
    <time datetime={at} title={formatExact(at)}>
      {FORMATS[as](at)}
    </time>
  );
}
