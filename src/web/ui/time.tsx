import {
  formatAgo,
  formatClock,
  formatDate,
  formatDuration,
  formatExact,
  formatWhen,
  READER_LANG,
  secondsSince,
} from './format.ts';
import { useNow } from './use-now.ts';

const FORMATS = { when: formatWhen, clock: formatClock, date: formatDate };

interface TimeProps {
  at: string;
  as?: keyof typeof FORMATS | 'ago';
}

/** A time in the reader's time zone, with the exact time as title. */
export function Time({ at, as = 'when' }: TimeProps) {
  return (
    <time datetime={at} title={formatExact(at)} lang={READER_LANG}>
      {as === 'ago' ? <Ago at={at} /> : FORMATS[as](at)}
    </time>
  );
}

/** A text that contains a time or date in the locale of the reader's browser. */
export const InReaderLang = ({ text }: { text: string }) => <span lang={READER_LANG}>{text}</span>;

/** A relative time, updated automatically. */
const Ago = ({ at }: { at: string }) => <>{formatAgo(at, useNow(at))}</>;

/** An agent's activity is stored to five minutes, and an open desk makes a request each minute. */
const ACTIVE_NOW_SECONDS = 6 * 60;

/** The time of an agent's latest activity: `now` if the stored time is not exact enough to say more. */
export function LastActive({ at }: { at: string }) {
  const isNow = secondsSince(at, useNow(at)) < ACTIVE_NOW_SECONDS;
  return isNow ? <InReaderLang text={formatAgo(at, Date.parse(at))} /> : <Time at={at} as="ago" />;
}

interface ElapsedProps {
  at: string;
  format?: (seconds: number) => string;
}

/** The time that has passed since `at`, updated automatically. */
export const Elapsed = ({ at, format = formatDuration }: ElapsedProps) => (
  <InReaderLang text={format(secondsSince(at, useNow(at)))} />
);
