import { formatAgo, formatExact, formatWhen } from '../format.ts';

/** A time as the reader says it, in their own zone; the whole of it in the title. */
export function Time({ at, ago = false }: { at: string; ago?: boolean }) {
  return (
    <time datetime={at} title={formatExact(at)}>
      {ago ? formatAgo(at) : formatWhen(at)}
    </time>
  );
}
