import { TeamReport } from '../../src/domain/records/team-report.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { teamReportFile } from '../../src/http/team-report-file.ts';
import { TeamReportQuery } from '../../src/wire/team-report.ts';

export const teamReport = endpoint({
  name: 'team-report',
  method: 'GET',
  route: 'reports/team',
  gate: 'admin',
  summary: 'Report on closed conversations by agent, hour and reason of the handoff',
  query: TeamReportQuery,
  answers: {
    200: {
      description: 'The last days including today; with `format=csv` one CSV file',
      schema: TeamReport,
    },
  },
  async handle({ query, services }) {
    const report = await services.teamReports.read(Number(query.days), query.timeZone);
    return query.format === 'csv' ? teamReportFile(report) : json<TeamReport>(200, report);
  },
});
