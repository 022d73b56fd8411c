import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SentReportsQuery, SentReportsReply } from '../../src/wire/sent-reports.ts';

export const sentReports = endpoint({
  name: 'sent-reports',
  method: 'GET',
  route: 'reports/sent',
  gate: 'admin',
  summary: 'List the status reports sent to the publisher',
  query: SentReportsQuery,
  answers: {
    200: { description: 'The status reports, verbatim, newest first', schema: SentReportsReply },
  },
  async handle({ query: { limit, cursor }, services }) {
    const { items, ...next } = await services.sentReports.list({
      limit,
      ...(cursor !== undefined && { cursor }),
    });
    return json<SentReportsReply>(200, { reports: items, ...next });
  },
});
