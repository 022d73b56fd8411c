import type { GroupFigures } from '../../../domain/records/team-report.ts';
import { formatCount, formatShare } from '../../ui/format.ts';
import { InReaderLang } from '../../ui/time.tsx';
import { durationOf } from './figure-cells.tsx';

/** The figures of all conversations in the report. */
export function Totals({ total }: { total: GroupFigures }) {
  const rated = total.helpful + total.notHelpful;
  return (
    <section class="card tiles four" aria-label="All agents">
      <Tile title="Closed conversations" value={formatCount(total.conversations)} note="By agents" />
      <Tile title="First reply" value={durationOf(total.firstReplySeconds)} note="Median" />
      <Tile title="Time to close" value={durationOf(total.closeSeconds)} note="Median" />
      <Tile
        title="Rated helpful"
        value={rated === 0 ? '—' : formatShare(total.helpful / rated)}
        note={`${formatCount(total.helpful)} helpful, ${formatCount(total.notHelpful)} not helpful`}
      />
    </section>
  );
}

function Tile({ title, value, note }: { title: string; value: string; note: string }) {
  return (
    <div class="tile">
      <h2>{title}</h2>
      <p class="value">
        <InReaderLang text={value} />
      </p>
      <p class="change">{note}</p>
    </div>
  );
}
