import { useMemo, useState } from 'preact/hooks';
import type { DayFigures } from '../../../conversations/records/team-report.ts';
import { formatCompact, formatCount, formatDate, READER_LANG } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { Chart } from '../parts/chart.tsx';
import { ChartOrTable, type Shape } from '../parts/chart-or-table.tsx';

/** A day, in the chart's form. */
type Bucket = DayFigures & { start: string; end: string };

const METRIC = {
  name: 'Conversations',
  of: ({ conversations }: Bucket) => conversations,
  isCount: true,
  format: formatCount,
  axis: formatCompact,
};

/** The start of a day in the reader's time zone, some days later. */
function midnight(day: string, later = 0): string {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

const nameOf = ({ start }: Bucket) => formatDate(start);
const details = ({ unresolved }: Bucket) =>
  [['Not resolved by the assistant', formatCount(unresolved)]] as const;

/** Conversations by the day of their start. */
export function Days({ days }: { days: readonly DayFigures[] }) {
  const [shape, setShape] = useState<Shape>('chart');
  const buckets = useMemo(
    () => days.map((day) => ({ ...day, start: midnight(day.day), end: midnight(day.day, 1) })),
    [days],
  );
  return (
    <section class="card over-time" aria-labelledby="days-title">
      <header>
        <h2 id="days-title">Conversations by day</h2>
        <ChartOrTable shape={shape} onChoose={setShape} />
      </header>
      {shape === 'chart' ? (
        <Chart metric={METRIC} buckets={buckets} by="by day" {...{ nameOf, details }} />
      ) : (
        <Table
          label="Conversations by day"
          class="cards report-groups"
          headings={[
            { title: 'Day' },
            { title: 'Conversations', number: true },
            { title: 'Not resolved by the assistant', number: true },
          ]}
          busy={false}
          expected={days.length}
        >
          {buckets.toReversed().map((bucket) => (
            <tr key={bucket.day}>
              <th scope="row" lang={READER_LANG}>
                {nameOf(bucket)}
              </th>
              <td class="number" data-title="Conversations">
                {formatCount(bucket.conversations)}
              </td>
              <td class="number" data-title="Not resolved by the assistant">
                {formatCount(bucket.unresolved)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
