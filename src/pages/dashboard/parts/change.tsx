import { changeOf, formatShare } from '../format.ts';
import { Bar } from './skeleton.tsx';

interface ChangeProps {
  /** Undefined while it is on its way. */
  current: number | undefined;
  previous: number | undefined;
  /** The time before, in words. */
  before: string;
}

/** How a figure stands against the time before: an arrow for the eye, a sentence for everybody. */
export function Change({ current, previous, before }: ChangeProps) {
  if (current === undefined || previous === undefined) {
    return (
      <span class="change">
        <Bar width={8} />
      </span>
    );
  }
  const change = changeOf(current, previous);
  if (change === undefined) {
    return <span class="change">{current === 0 ? `none in ${before} either` : `none in ${before}`}</span>;
  }
  const percent = formatShare(Math.abs(change));
  if (percent === formatShare(0)) return <span class="change">same as in {before}</span>;
  return (
    <span class="change">
      <span aria-hidden="true">{change > 0 ? '↑' : '↓'}</span> {percent}{' '}
      <span class="unseen">
        {change > 0 ? 'more' : 'less'} than in {before}
      </span>
    </span>
  );
}
