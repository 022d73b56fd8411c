import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { SeatReport, DeployStatus } from '../../src/publisher/wire/reports.ts';
import type { ServicesOf } from '../../src/http/auth.ts';

export const reportEndpoints: readonly Endpoint<ServicesOf['publisher']>[] = [
  endpoint({
    name: 'report-seat',
    method: 'POST',
    route: 'reports/seat',
    gate: 'publisher',
    limit: 'messages',
    summary: 'Report the seat usage of a subscription',
    body: SeatReport,
    replies: { 202: { description: 'Stored, unless a report that is as new or newer was there already' } },
    errors: ['subscription-mismatch'],
    async handle({ services, body, sender }) {
      await services.reportIntake.seat(body, sender);
      return { status: 202, headers: {} };
    },
  }),
  endpoint({
    name: 'report-deploy',
    method: 'POST',
    route: 'reports/deploy',
    gate: 'publisher',
    limit: 'messages',
    summary: 'Report the status of a deployment',
    body: DeployStatus,
    replies: { 202: { description: 'Stored, unless a report that is as new or newer was there already' } },
    errors: ['subscription-mismatch'],
    async handle({ services, body, sender }) {
      await services.reportIntake.deploy(body, sender);
      return { status: 202, headers: {} };
    },
  }),
];
