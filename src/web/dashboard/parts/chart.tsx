import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatSpan, IN_SENTENCE, READER_LANG } from '../../ui/format.ts';
import { dayLabel, plot, type Plot, type PlotMetric, type Span } from './plot.ts';

interface ChartMetric<B extends Span> extends PlotMetric<B> {
  name: string;
  /** Formats a value for a sentence. */
  format(value: number): string;
}

interface ChartProps<B extends Span> {
  metric: ChartMetric<B>;
  buckets: readonly B[];
  /** Follows the metric's name in the chart's label. Default: `over time`. */
  by?: string;
  /** The name of a bucket. Default: its time range. */
  nameOf?: (bucket: B, times?: typeof IN_SENTENCE) => string;
  timeLabel?: (atSeconds: number, stepSeconds: number) => string;
  /** The other metrics of a bucket. */
  details: (bucket: B) => readonly (readonly [name: string, value: string])[];
}

const spanOf = ({ start, end }: Span, times?: typeof IN_SENTENCE) => formatSpan(start, end, times);

/** A bar chart over time. The pointer or the arrow keys select a bar. */
export function Chart<B extends Span>({
  metric,
  buckets,
  by = 'over time',
  nameOf = spanOf,
  timeLabel = dayLabel,
  details,
}: ChartProps<B>) {
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<Plot<B>>(null);
  const [pointed, setPointed] = useState<number>();
  /** The bar that was selected by keyboard, for screen readers. Pointer selections are not announced. */
  const [said, setSaid] = useState('');
  const hint = useId();

  // Drawn after the first paint, because drawing needs the layout and takes as long as the rest of the page.
  useEffect(() => {
    if (!frame.current) return;
    drawn.current = plot({ into: frame.current, buckets, metric, timeLabel, onPoint: setPointed });
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
    setSaid(
      selected
        ? `${nameOf(selected, IN_SENTENCE)}: ${metric.name} ${metric.format(metric.of(selected))}`
        : '',
    );
  };

  const bucket = pointed === undefined ? undefined : buckets[pointed];
  return (
    <div
      class="chart"
      role="group"
      aria-roledescription="chart"
      tabIndex={0}
      aria-label={`${metric.name} ${by}`}
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
        <Card
          name={nameOf(bucket)}
          value={metric.format(metric.of(bucket))}
          details={details(bucket).filter(([name]) => name !== metric.name)}
          at={drawn.current?.middle(pointed) ?? 0}
        />
      )}
    </div>
  );
}

interface CardProps {
  name: string;
  value: string;
  details: readonly (readonly [name: string, value: string])[];
  /** The middle of the bucket in pixels, from the chart's left edge. */
  at: number;
}

/** The tooltip of a bucket. */
function Card({ name: title, value: shown, details, at }: CardProps) {
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
        {title}
      </p>
      <p class="value">{shown}</p>
      <dl>
        {details.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
