import { changeOf, formatShare } from './format.ts';
import { Bar } from './skeleton.tsx';

/** From this factor on, a percentage is less clear than the two numbers. */
const TOO_MUCH = 10;

interface ChangeProps {
  /** Undefined while loading. */
  current: number | undefined;
  previous: number | undefined;
  /** The name of the time before. */
  before: string;
  format: (value: number) => string;
}

/** A figure compared with the time before: an arrow, with words for screen readers. */
export function Change({ current, previous, before, format }: ChangeProps) {
  if (current === undefined || previous === undefined) {
    return (
      <span class="change">
        <Bar width={12} />
      </span>
    );
  }
  const change = changeOf(current, previous);
  if (change === undefined) return <span class="change">None {before}</span>;
  const percent = formatShare(Math.abs(change));
  return (
    <span class="change">
      {change < TOO_MUCH && percent !== formatShare(0) && (
        <>
          <span aria-hidden="true">{change > 0 ? '↑' : '↓'}</span>
          <span class="unseen">{change > 0 ? 'up' : 'down'}</span> {percent} from{' '}
        </>
      )}
      {change >= TOO_MUCH && 'from '}
      {format(previous)} {before}
    </span>
  );
}
