import { useMemo, useState } from 'preact/hooks';
import type { TeamReport } from '../../../conversations/records/team-report.ts';
import { formatClock, formatCompact, formatCount, READER_LANG } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { Chart } from '../parts/chart.tsx';
import { ChartOrTable, type Shape } from '../parts/chart-or-table.tsx';
import { durationOf, FIGURE_HEADINGS, FigureCells, ratingOf } from './figure-cells.tsx';

type Hour = TeamReport['hours'][number];
/** An hour of the day, in the chart's form. */
type Bucket = Hour & { start: string; end: string };

const METRIC = {
  name: 'Conversations',
  of: ({ conversations }: Bucket) => conversations,
  isCount: true,
  format: formatCount,
  axis: formatCompact,
};

/** A time on a day without a daylight-saving change, in the reader's time zone. */
const onSomeDay = (hour: number) => new Date(2024, 0, 3, hour).toISOString();
const nameOf = ({ start, end }: Bucket) => `${formatClock(start)} – ${formatClock(end)}`;
const timeLabel = (atSeconds: number) => formatClock(new Date(atSeconds * 1000).toISOString());
const details = (hour: Bucket) =>
  [
    ['First reply', durationOf(hour.firstReplySeconds)],
    ['Time to close', durationOf(hour.closeSeconds)],
    ['Rated helpful', ratingOf(hour)],
  ] as const;

/** Conversations by the hour of the day in which an agent was first requested. */
export function Hours({ hours }: { hours: readonly Hour[] }) {
  const [shape, setShape] = useState<Shape>('chart');
  const buckets = useMemo(
    () => hours.map((hour) => ({ ...hour, start: onSomeDay(hour.hour), end: onSomeDay(hour.hour + 1) })),
    [hours],
  );
  return (
    <section class="card over-time" aria-labelledby="hours-title">
      <header>
        <h2 id="hours-title">Conversations by hour of the day</h2>
        <ChartOrTable shape={shape} onChoose={setShape} />
      </header>
      {shape === 'chart' ? (
        <Chart
          metric={METRIC}
          buckets={buckets}
          by="by hour of the day"
          {...{ nameOf, timeLabel, details }}
        />
      ) : (
        <Table
          label="Conversations by hour of the day"
          class="cards report-groups"
          headings={[{ title: 'Hour' }, ...FIGURE_HEADINGS]}
          busy={false}
          expected={24}
        >
          {buckets.map((bucket) => (
            <tr key={bucket.hour}>
              <th scope="row" lang={READER_LANG}>
                {nameOf(bucket)}
              </th>
              <FigureCells figures={bucket} />
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
