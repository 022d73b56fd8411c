import * as z from 'zod/mini';
import { timeZone } from '../domain/records/business-hours.ts';

/** The ranges of the report, in days. */
const REPORT_DAYS = ['7', '30', '90'] as const;

/** `timeZone`: for the start of days, and the hours of the day. */
export const TeamReportQuery = z.object({
  days: z._default(z.enum(REPORT_DAYS), '30'),
  timeZone: z._default(timeZone(), 'UTC'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
});
export type ReportDays = z.output<typeof TeamReportQuery>['days'];
