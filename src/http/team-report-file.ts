import type { GroupFigures, TeamReport } from '../domain/records/team-report.ts';
import { BYTE_ORDER_MARK, csvRecord, type CsvCell } from './csv.ts';
import type { HttpReply } from './request.ts';

const TITLES = [
  'Group',
  'Name',
  'Conversations',
  'First reply seconds (median)',
  'Time to close seconds (median)',
  'Rated helpful',
  'Rated not helpful',
];

/** The report as a CSV file: a row per agent, hour and reason, and a row with the total. */
export function teamReportFile({ total, agents, hours, reasons, from, to }: TeamReport): HttpReply {
  const row = (group: string, name: CsvCell, figures: GroupFigures): CsvCell[] => [
    group,
    name,
    figures.conversations,
    figures.firstReplySeconds ?? undefined,
    figures.closeSeconds ?? undefined,
    figures.helpful,
    figures.notHelpful,
  ];
  const rows = [
    TITLES,
    row('All', undefined, total),
    ...agents.map(({ name, ...figures }) => row('Agent', name, figures)),
    ...hours.map(({ hour, ...figures }) => row('Hour', hour, figures)),
    ...reasons.map(({ reason, ...figures }) => row('Handoff', reason, figures)),
  ];
  const name = `team-report-${from.slice(0, 10)}-${to.slice(0, 10)}`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: BYTE_ORDER_MARK + rows.map(csvRecord).join(''),
  };
}
