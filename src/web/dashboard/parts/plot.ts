import uPlot from 'uplot';
import { formatClock, formatShortDay } from '../../ui/format.ts';
import { axisSteps, timeLabels } from './axis.ts';

const HEIGHT = 220;
const DAY_SECONDS = 86_400;
const seconds = (at: string) => Date.parse(at) / 1000;

/** The time range of a bucket. */
export interface Span {
  start: string;
  end: string;
}

export interface PlotMetric<B extends Span> {
  of(bucket: B): number;
  /** Whether it counts things, which have no fractions. */
  isCount: boolean;
  /** Formats a value on an axis with steps of `step`. */
  axis(value: number, step: number): string;
}

/** A drawn chart. */
export interface Plot<B extends Span> {
  show(buckets: readonly B[], metric: PlotMetric<B>): void;
  point(index: number | undefined): void;
  /** The middle of a bucket in pixels, from the chart's left edge. */
  middle(index: number): number;
  end(): void;
}

interface PlotOptions<B extends Span> {
  into: HTMLElement;
  buckets: readonly B[];
  metric: PlotMetric<B>;
  /** Formats a time on the axis. `stepSeconds` is the distance of its labels. */
  timeLabel: (atSeconds: number, stepSeconds: number) => string;
  onPoint: (index: number | undefined) => void;
}

/** Draws buckets as bars over the available width, in the theme's colors. */
export function plot<B extends Span>({ into, onPoint, timeLabel, ...initial }: PlotOptions<B>): Plot<B> {
  let shown: Pick<PlotOptions<B>, 'buckets' | 'metric'> = initial;
  const column = document.createElement('div');
  column.className = 'column';
  /**
   * The current colors. They are read from the style sheet, because light and dark are resolved only there.
   */
  const colors = getComputedStyle(into);

  const { bars } = uPlot.paths;
  const text = { font: '12px system-ui, sans-serif', stroke: () => colors.color };
  const chart = new uPlot(
    {
      width: Math.max(into.clientWidth, 200),
      height: HEIGHT,
      padding: [12, 4, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { range: () => [seconds(first().start), seconds(last().end)] },
        y: { range: (_chart, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
      },
      axes: [
        {
          ...text,
          space: 88,
          size: 28,
          gap: 8,
          grid: { show: false },
          ticks: { show: false },
          values: ({ bbox }, splits, ...[, , step]) =>
            timeLabels(
              splits,
              {
                startSeconds: seconds(first().start),
                endSeconds: seconds(last().end),
                left: bbox.left / devicePixelRatio,
                width: bbox.width / devicePixelRatio,
              },
              (at) => timeLabel(at, step),
            ),
        },
        {
          ...text,
          space: 40,
          gap: 8,
          size: axisWidth,
          incrs: () => axisSteps(shown.metric.isCount),
          grid: { stroke: () => colors.outlineColor, width: 1 },
          ticks: { show: false },
          values: (_chart, splits, ...[, , step]) => splits.map((split) => shown.metric.axis(split, step)),
        },
      ],
      series: [
        {},
        {
          fill: () => colors.caretColor,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars({ size: [0.74, 40], align: 1, radius: 0.12 }) }),
        },
      ],
      hooks: {
        setCursor: [({ cursor }) => pointed(cursor.left ?? -1)],
      },
    },
    dataOf(),
    into,
  );
  chart.under.append(column);

  function first(): Span {
    return shown.buckets[0] ?? NOTHING;
  }
  function last(): Span {
    return shown.buckets.at(-1) ?? NOTHING;
  }
  function dataOf(): uPlot.AlignedData {
    return [
      shown.buckets.map(({ start }) => seconds(start)),
      shown.buckets.map((bucket) => shown.metric.of(bucket)),
    ];
  }
  function edge(at: string): number {
    return chart.valToPos(seconds(at), 'x');
  }

  function pointed(left: number): void {
    const at = left < 0 ? undefined : chart.posToVal(left, 'x');
    const index =
      at === undefined
        ? -1
        : shown.buckets.findIndex(({ start, end }) => at >= seconds(start) && at < seconds(end));
    highlight(index);
    onPoint(index === -1 ? undefined : index);
  }

  function highlight(index: number): void {
    const bucket = shown.buckets[index];
    column.hidden = bucket === undefined;
    if (!bucket) return;
    column.style.left = `${edge(bucket.start)}px`;
    column.style.width = `${edge(bucket.end) - edge(bucket.start)}px`;
  }
  highlight(-1);

  const resized = new ResizeObserver(() => {
    const width = into.clientWidth;
    if (width > 0 && width !== chart.width) chart.setSize({ width, height: HEIGHT });
  });
  resized.observe(into);
  const theme = matchMedia('(prefers-color-scheme: dark)');
  const redraw = () => chart.redraw();
  theme.addEventListener('change', redraw);

  return {
    show(buckets, metric) {
      if (buckets === shown.buckets && metric === shown.metric) return;
      shown = { buckets, metric };
      chart.setData(dataOf());
    },
    point(index) {
      highlight(index ?? -1);
    },
    middle(index) {
      const bucket = shown.buckets[index];
      if (!bucket) return 0;
      return chart.over.offsetLeft + (edge(bucket.start) + edge(bucket.end)) / 2;
    },
    end() {
      resized.disconnect();
      theme.removeEventListener('change', redraw);
      chart.destroy();
    },
  };
}

const NOTHING: Span = {
  start: '1970-01-01T00:00:00.000Z',
  end: '1970-01-01T01:00:00.000Z',
};

/** Days by name, hours by clock time; midnight shows the new day. */
export function dayLabel(atSeconds: number, stepSeconds: number): string {
  const at = new Date(atSeconds * 1000);
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  return stepSeconds >= DAY_SECONDS || midnight
    ? formatShortDay(at.toISOString())
    : formatClock(at.toISOString());
}

/** The width of the longest label, in pixels. */
function axisWidth(chart: uPlot, labels: string[] | null): number {
  const longest = labels?.reduce((long, label) => (label.length > long.length ? label : long), '') ?? '';
  chart.ctx.save();
  chart.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  const width = chart.ctx.measureText(longest).width / devicePixelRatio;
  chart.ctx.restore();
  return Math.ceil(width) + 12;
}
