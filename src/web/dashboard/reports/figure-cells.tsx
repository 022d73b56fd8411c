import type { GroupFigures } from '../../../conversations/records/team-report.ts';
import { formatCount, formatDuration, formatShare } from '../../ui/format.ts';
import type { Heading } from '../../ui/table.tsx';

/** The column headings for the figures of a group. */
export const FIGURE_HEADINGS: readonly Heading[] = [
  { title: 'Conversations', number: true },
  { title: 'First reply', number: true },
  { title: 'Time to close', number: true },
  { title: 'Rated helpful', number: true },
];

/** A median duration; a dash if there is no value. */
export const durationOf = (seconds: number | null): string =>
  seconds === null ? '—' : formatDuration(seconds);

/** The share of helpful ratings and the number of ratings: `75% of 4`. */
export function ratingOf({ helpful, notHelpful }: GroupFigures): string {
  const rated = helpful + notHelpful;
  return rated === 0 ? '—' : `${formatShare(helpful / rated)} of ${formatCount(rated)}`;
}

export function FigureCells({ figures }: { figures: GroupFigures }) {
  const cells = [
    formatCount(figures.conversations),
    durationOf(figures.firstReplySeconds),
    durationOf(figures.closeSeconds),
    ratingOf(figures),
  ];
  return (
    <>
      {FIGURE_HEADINGS.map(({ title }, at) => (
        <td key={title} class="number" data-title={title}>
          {cells[at]}
        </td>
      ))}
    </>
  );
}
