import { endpoint } from '../../src/http/endpoint.ts';
import { DeployStatus } from '../../src/wire/reports.ts';

export const reportDeploy = endpoint({
  name: 'report-deploy',
  method: 'POST',
  route: 'reports/deploy',
  gate: 'publisher',
  limit: 'messages',
  summary: 'Report the status of a deployment',
  body: DeployStatus,
  answers: { 202: { description: 'Stored, unless a report that is as new or newer was there already' } },
  errors: ['subscription-mismatch'],
  async handle({ services, body, sender }) {
    await services.reportIntake.deploy(body, sender);
    return { status: 202, headers: {} };
  },
});
