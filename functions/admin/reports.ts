import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SentReportsQuery, SentReportsReply } from '../../src/publisher/wire/sent-reports.ts';
import { TeamReport } from '../../src/conversations/records/team-report.ts';
import { csvFormat } from '../../src/http/csv.ts';
import { preferredLanguage } from '../../src/http/negotiation.ts';
import { teamReportFile } from '../../src/http/team-report-file.ts';
import { TeamReportQuery } from '../../src/admin/wire/team-report.ts';

export const reportEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'sent-reports',
    method: 'GET',
    route: 'reports/sent',
    gate: 'admin',
    summary: 'List the status reports sent to the publisher',
    query: SentReportsQuery,
    replies: {
      200: { description: 'The status reports, verbatim, newest first', schema: SentReportsReply },
    },
    async handle({ query: { limit, cursor }, services }) {
      const { items, ...next } = await services.sentReports.list({
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      return json<SentReportsReply>(200, { reports: items, ...next });
    },
  }),
  endpoint({
    name: 'team-report',
    method: 'GET',
    route: 'reports/team',
    gate: 'admin',
    summary: 'Report on conversations: by day, by the assistant, by agent, hour and reason of the handoff',
    query: TeamReportQuery,
    replies: {
      200: {
        description: 'The last days including today; with `format=csv` one CSV file',
        schema: TeamReport,
      },
    },
    async handle({ query, request, services }) {
      const { days, timeZone, locale, format } = query;
      const report = await services.teamReports.read(Number(days), timeZone);
      if (format === 'json') return json<TeamReport>(200, report);
      return teamReportFile(report, csvFormat(locale ?? preferredLanguage(request), timeZone));
    },
  }),
];
