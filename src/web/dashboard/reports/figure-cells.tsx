import type { GroupFigures } from '../../../domain/records/team-report.ts';
import { formatCount, formatDuration, formatShare } from '../../ui/format.ts';
import type { Heading } from '../../ui/table.tsx';

/** The headings of a group's figures. */
export const FIGURE_HEADINGS: readonly Heading[] = [
  { title: 'Conversations', number: true },
  { title: 'First reply', number: true },
  { title: 'Time to close', number: true },
  { title: 'Rated helpful', number: true },
];

/** A median time; a dash without one. */
export const durationOf = (seconds: number | null): string =>
  seconds === null ? '—' : formatDuration(seconds);

/** The share of helpful ratings with their number: `75% of 4`. */
export function ratingOf({ helpful, notHelpful }: GroupFigures): string {
  const rated = helpful + notHelpful;
  return rated === 0 ? '—' : `${formatShare(helpful / rated)} of ${formatCount(rated)}`;
}

/** The figures of a group as the cells of a row. */
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
