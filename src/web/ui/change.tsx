import { changeOf, formatShare } from './format.ts';
import { Bar } from './skeleton.tsx';

/** From here on a percentage says less than the two numbers. */
const TOO_MUCH = 10;

interface ChangeProps {
  /** Undefined while it is on its way. */
  current: number | undefined;
  previous: number | undefined;
  /** The time before, in words. */
  before: string;
  format: (value: number) => string;
}

/** How a figure stands against the time before: an arrow for the eye, the words for everybody. */
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
