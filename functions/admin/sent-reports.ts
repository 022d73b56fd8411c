import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SentReportsReply } from '../../src/wire/admin.ts';

export const sentReports = endpoint({
  name: 'sent-reports',
  method: 'GET',
  route: 'reports/sent',
  gate: 'admin',
  summary: 'Everything that left the deployment',
  answers: {
    200: { description: 'The status reports, verbatim, newest first', schema: SentReportsReply },
  },
  async handle({ services }) {
    return json<SentReportsReply>(200, { reports: await services.sentReports.list() });
  },
});
