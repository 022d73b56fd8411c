import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatCost, formatSpan, IN_SENTENCE, READER_LANG } from '../../ui/format.ts';
import type { Bucket, Metric } from '../metrics.ts';
import { plot, type Plot } from './plot.ts';

interface ChartProps {
  metric: Metric;
  buckets: readonly Bucket[];
}

/** The other figures of a bucket. */
const details = (bucket: Bucket): [name: string, value: string][] => [
  ['Conversations', formatCount(bucket.conversations)],
  ['Messages', formatCount(bucket.messages)],
  ['Input tokens', formatCount(bucket.inputTokens)],
  ['Output tokens', formatCount(bucket.outputTokens)],
  ['Cost', formatCost(bucket)],
];

/** A bucket in one sentence, for screen readers. */
const sentence = (bucket: Bucket, metric: Metric): string =>
  `${formatSpan(bucket.start, bucket.end, IN_SENTENCE)}: ${metric.name} ${metric.format(metric.of(bucket))}`;

/** A bar chart over time. The mouse or the arrow keys select a bar. */
export function Chart({ metric, buckets }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Plot>(null);
  const [pointed, setPointed] = useState<number>();
  /** The bar that a key has selected; the pointer is announced nowhere. */
  const [said, setSaid] = useState('');
  const hint = useId();

  // After the figures are painted: drawing needs the layout of the page, and takes as long as all of them.
  useEffect(() => {
    if (!frame.current) return;
    drawn.current = plot({ into: frame.current, buckets, metric, onPoint: setPointed });
    return () => drawn.current?.end();
  }, []);
  useEffect(() => drawn.current?.show(buckets, metric), [buckets, metric]);

  const point = (index: number | undefined) => {
    drawn.current?.point(index);
    setPointed(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = buckets.length - 1;
    const from = pointed ?? last + 1;
    const targets: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.min(Math.max(target, 0), last);
    const selected = buckets[index];
    point(index);
    setSaid(selected ? sentence(selected, metric) : '');
  };

  const bucket = pointed === undefined ? undefined : buckets[pointed];
  return (
    <div
      class="chart"
      role="group"
      aria-roledescription="chart"
      tabIndex={0}
      aria-label={`${metric.name} over time`}
      aria-describedby={hint}
      onKeyDown={onKeyDown}
      onBlur={() => {
        point(undefined);
        setSaid('');
      }}
    >
      <p class="unseen" id={hint}>
        Arrow keys read the bars. The table has the same figures.
      </p>
      <p class="unseen" role="status">
        {said}
      </p>
      <div ref={frame} class="plot" />
      {bucket && pointed !== undefined && (
        <Card bucket={bucket} metric={metric} at={drawn.current?.middle(pointed) ?? 0} />
      )}
    </div>
  );
}

/** The tooltip of a bucket, inside the chart. */
function Card({ bucket, metric, at }: { bucket: Bucket; metric: Metric; at: number }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    const room = element?.parentElement?.clientWidth ?? 0;
    if (!element) return;
    const width = element.offsetWidth;
    const right = at + 16 + width <= room;
    element.style.left = `${Math.max(0, right ? at + 16 : at - 16 - width)}px`;
  });
  return (
    <div ref={card} class="card-of-chart" aria-hidden="true">
      <p class="quiet" lang={READER_LANG}>
        {formatSpan(bucket.start, bucket.end)}
      </p>
      <p class="value">{metric.format(metric.of(bucket))}</p>
      <dl>
        {details(bucket)
          .filter(([name]) => name !== metric.name)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

/** The same figures as numbers. */
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
