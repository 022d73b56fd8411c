import type { GroupFigures, TeamReport } from '../conversations/records/team-report.ts';
import { BYTE_ORDER_MARK, csvRecord, type CsvCell, type CsvFormat } from './csv.ts';
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

/** The report as a CSV file: a row per agent, hour and reason, and rows with the totals and each day. */
export function teamReportFile(report: TeamReport, format: CsvFormat): HttpReply {
  const { total, previous, agents, hours, reasons, days, from, to } = report;
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
    ...(previous ? [row('All before', undefined, previous)] : []),
    ...agents.map(({ name, ...figures }) => row('Agent', name, figures)),
    ...hours.map(({ hour, ...figures }) => row('Hour', hour, figures)),
    ...reasons.map(({ reason, ...figures }) => row('Handoff', reason, figures)),
    ...days.map(({ day, conversations }) => ['Started', day, conversations]),
  ];
  const name = `team-report-${from.slice(0, 10)}-${to.slice(0, 10)}`;
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    body: BYTE_ORDER_MARK + rows.map((cells) => csvRecord(cells, format)).join(''),
  };
}
