import { formatCount, formatCost, formatSpan, READER_LANG } from '../../ui/format.ts';
import type { Bucket } from './metrics.ts';

type Counts = Omit<Bucket, 'start' | 'end'>;

/** A column of the table, and a detail of a bar. */
export type Column = readonly [name: string, show: (of: Counts) => string];

export const USE_COLUMNS: readonly Column[] = [
  ['Conversations', (of) => formatCount(of.conversations)],
  ['Messages', (of) => formatCount(of.messages)],
];

export const COST_COLUMNS: readonly Column[] = [
  ['Input tokens', (of) => formatCount(of.inputTokens)],
  ['Output tokens', (of) => formatCount(of.outputTokens)],
  ['Cost', (of) => formatCost(of)],
];

interface ChartTableProps {
  buckets: readonly Bucket[];
  columns: readonly Column[];
}

export function ChartTable({ buckets, columns }: ChartTableProps) {
  const row = (of: Counts) =>
    columns.map(([name, show]) => (
      <td key={name} class="number">
        {show(of)}
      </td>
    ));
  return (
    <div class="scroll" role="region" aria-label="Figures over time" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.start}>
              <th scope="row" lang={READER_LANG}>
                {formatSpan(bucket.start, bucket.end)}
              </th>
              {row(bucket)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {row(totalOf(buckets))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function totalOf(buckets: readonly Bucket[]): Counts {
  const sum = (of: (bucket: Bucket) => number) => buckets.reduce((total, bucket) => total + of(bucket), 0);
  return {
    conversations: sum((bucket) => bucket.conversations),
    messages: sum((bucket) => bucket.messages),
    requests: sum((bucket) => bucket.requests),
    inputTokens: sum((bucket) => bucket.inputTokens),
    cachedInputTokens: sum((bucket) => bucket.cachedInputTokens),
    cacheWriteTokens: sum((bucket) => bucket.cacheWriteTokens),
    outputTokens: sum((bucket) => bucket.outputTokens),
    cost: sum((bucket) => bucket.cost),
    unpricedCalls: sum((bucket) => bucket.unpricedCalls),
  };
}
