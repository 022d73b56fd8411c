import { endpoint } from '../../src/http/endpoint.ts';
import { SeatReport } from '../../src/wire/reports.ts';

export const reportSeat = endpoint({
  name: 'report-seat',
  method: 'POST',
  route: 'reports/seat',
  gate: 'publisher',
  limit: 'messages',
  summary: 'Report the seat usage of a subscription',
  body: SeatReport,
  answers: { 202: { description: 'Stored, unless a report that is as new or newer was there already' } },
  errors: ['subscription-mismatch'],
  async handle({ services, body, sender }) {
    await services.reportIntake.seat(body, sender);
    return { status: 202, headers: {} };
  },
});
