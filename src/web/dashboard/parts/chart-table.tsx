import { formatCount, formatCost, formatSpan, READER_LANG } from '../../ui/format.ts';
import type { Bucket } from '../metrics.ts';

/** The other metrics of a bucket. */
export const bucketDetails = (bucket: Bucket): [name: string, value: string][] => [
  ['Conversations', formatCount(bucket.conversations)],
  ['Messages', formatCount(bucket.messages)],
  ['Input tokens', formatCount(bucket.inputTokens)],
  ['Output tokens', formatCount(bucket.outputTokens)],
  ['Cost', formatCost(bucket)],
];

/** The values of a chart as a table. */
export function ChartTable({ buckets }: { buckets: readonly Bucket[] }) {
  const sum = (of: (bucket: Bucket) => number) => buckets.reduce((total, bucket) => total + of(bucket), 0);
  const row = (of: Omit<Bucket, 'start' | 'end'>) => (
    <>
      <td class="number">{formatCount(of.conversations)}</td>
      <td class="number">{formatCount(of.messages)}</td>
      <td class="number">{formatCount(of.inputTokens)}</td>
      <td class="number">{formatCount(of.outputTokens)}</td>
      <td class="number">{formatCost(of)}</td>
    </>
  );
  return (
    <div class="scroll" role="region" aria-label="Figures over time" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col" class="number">
              Conversations
            </th>
            <th scope="col" class="number">
              Messages
            </th>
            <th scope="col" class="number">
              {' '}
              Input tokens{' '}
            </th>
            <th scope="col" class="number">
              {' '}
              Output tokens{' '}
            </th>
            <th scope="col" class="number">
              Cost
            </th>
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
            {row({
              conversations: sum((bucket) => bucket.conversations),
              messages: sum((bucket) => bucket.messages),
              requests: sum((bucket) => bucket.requests),
              inputTokens: sum((bucket) => bucket.inputTokens),
              cachedInputTokens: sum((bucket) => bucket.cachedInputTokens),
              cacheWriteTokens: sum((bucket) => bucket.cacheWriteTokens),
              outputTokens: sum((bucket) => bucket.outputTokens),
              cost: sum((bucket) => bucket.cost),
              unpricedCalls: sum((bucket) => bucket.unpricedCalls),
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
