import {
  formatAgo,
  formatClock,
  formatDate,
  formatDuration,
  formatExact,
  formatWhen,
  secondsSince,
} from './format.ts';
import { useNow } from './use-now.ts';

const FORMATS = { when: formatWhen, clock: formatClock, date: formatDate };

interface TimeProps {
  at: string;
  as?: keyof typeof FORMATS | 'ago';
}

/** A time in the reader's time zone; the exact one in the title. */
export function Time({ at, as = 'when' }: TimeProps) {
  return (
    <time datetime={at} title={formatExact(at)}>
      {as === 'ago' ? <Ago at={at} /> : FORMATS[as](at)}
    </time>
  );
}

/** A relative time that stays current. */
const Ago = ({ at }: { at: string }) => <>{formatAgo(at, useNow(at))}</>;

interface ElapsedProps {
  at: string;
  format?: (seconds: number) => string;
}

/** The duration since a time, which stays current. */
export const Elapsed = ({ at, format = formatDuration }: ElapsedProps) => (
  <>{format(secondsSince(at, useNow(at)))}</>
);
