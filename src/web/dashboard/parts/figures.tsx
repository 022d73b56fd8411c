import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { costText, type Bucket, type Metric, type Metrics } from './metrics.ts';
import { Chart } from './chart.tsx';
import { ChartOrTable, type Shape } from './chart-or-table.tsx';
import { ChartTable, type Column } from './chart-table.tsx';
import { BEFORE } from '../queries.ts';
import { changeOf, formatCount, formatShare, plural } from '../../ui/format.ts';
import { Bar } from '../../ui/skeleton.tsx';
import type { Figures as FiguresOf } from '../../../conversations/records/figures.ts';
import type { OverviewReply, Window } from '../../../admin/wire/admin.ts';
import { Button } from '../../ui/button.tsx';

interface FiguresProps {
  metrics: Metrics;
  /** The columns of the table, and the details of a bar. */
  columns: readonly Column[];
  overview: OverviewReply | undefined;
  window: Window;
  metricId: string | null;
  onMetric: (id: Metric['id']) => void;
  /** Figures after those with a chart. */
  children?: ComponentChildren;
}

/** Figures with a chart of the selected one. */
export function Figures(props: FiguresProps) {
  const { metrics, columns, overview, window, metricId, onMetric, children } = props;
  const [shape, setShape] = useState<Shape>('chart');
  const detailsOf = (bucket: Bucket) => columns.map(([name, show]) => [name, show(bucket)] as const);
  const metric = metrics.find(({ id }) => id === metricId) ?? metrics[0];
  return (
    <section class="card figures" aria-label="Figures">
      <div class="metrics">
        {metrics.map((one) => (
          <Button key={one.id} class="metric" aria-pressed={one === metric} onClick={() => onMetric(one.id)}>
            <span class="name">{one.name}</span>
            <span class="value">
              {overview ? (
                <span title={one.format(one.of(overview.current))}>
                  {one.id === 'cost' ? costText(overview.current) : one.short(one.of(overview.current))}
                </span>
              ) : (
                <Bar width={4} />
              )}
            </span>
            <Change
              current={overview && one.of(overview.current)}
              previous={overview && one.of(overview.previous)}
              before={BEFORE[window]}
              format={one.short}
            />
          </Button>
        ))}
        {children}
      </div>
      <div class="over-time">
        <header>
          <h2>{title(metric, window)}</h2>
          {overview && metric.id === 'cost' && <CostNotes figures={overview.current} />}
          {overview && metric.id === 'tokens' && (
            <p class="quiet">
              {formatCount(overview.current.inputTokens)} in, {formatCount(overview.current.outputTokens)} out
              {cacheText(overview.current)}
            </p>
          )}
          <ChartOrTable shape={shape} onChoose={setShape} />
        </header>
        {!overview && <div class="chart shape" />}
        {overview && shape === 'chart' && (
          <Chart metric={metric} buckets={overview.buckets} details={detailsOf} />
        )}
        {overview && shape === 'table' && <ChartTable buckets={overview.buckets} columns={columns} />}
      </div>
    </section>
  );
}

/** Parts that the cost does not include, and the share of cached input. */
function CostNotes({ figures }: { figures: FiguresOf }) {
  const { unpricedCalls, inputTokens, cachedInputTokens } = figures;
  const notes = [
    ...(unpricedCalls > 0 ? [`Price not set for ${plural(unpricedCalls, 'call')}`] : []),
    ...(cachedInputTokens > 0
      ? [`${formatShare(cachedInputTokens / inputTokens)} of input from the cache`]
      : []),
  ];
  return notes.length === 0 ? null : <p class="quiet">{notes.join(' · ')}</p>;
}

/** Describes how many input tokens were read from the provider's cache and written to it. */
function cacheText({ inputTokens, cachedInputTokens, cacheWriteTokens }: FiguresOf): string {
  if (cachedInputTokens + cacheWriteTokens === 0) return '';
  const written = cacheWriteTokens === 0 ? '' : `, ${formatCount(cacheWriteTokens)} written to it`;
  return ` · ${formatShare(cachedInputTokens / inputTokens)} from the cache${written}`;
}

const title = ({ name }: Metric, window: Window): string =>
  `${name} ${window === '24h' ? 'by the hour' : 'by six hours'}`;

/** From this factor on, the two numbers are clearer than a percentage. */
const MAX_FACTOR = 10;

interface ChangeProps {
  /** Undefined while loading. */
  current: number | undefined;
  previous: number | undefined;
  /** The name of the previous time window. */
  before: string;
  format: (value: number) => string;
}

/** The change of a figure since the previous window, as an arrow with text for screen readers. */
export function Change({ current, previous, before, format }: ChangeProps) {
  if (current === undefined || previous === undefined) {
    return (
      <span class="change">
        <Bar width={12} />
      </span>
    );
  }
  const change = changeOf(current, previous);
  if (change === undefined) return <span class="change">No data for the {before}</span>;
  const percent = formatShare(Math.abs(change));
  return (
    <span class="change">
      {change < MAX_FACTOR && percent !== formatShare(0) && (
        <>
          <span aria-hidden="true">{change > 0 ? '↑' : '↓'}</span>
          <span class="unseen">{change > 0 ? 'up' : 'down'}</span> {percent} from{' '}
        </>
      )}
      {change >= MAX_FACTOR && 'from '}
      {format(previous)} the {before}
    </span>
  );
}
