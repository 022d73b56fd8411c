import * as z from 'zod/mini';
import { languageTag } from '../../platform/wire/query-fields.ts';
import { timeZone } from '../../lib/fields.ts';

/** The ranges of the report, in days. */
const REPORT_DAYS = ['7', '30', '90'] as const;

/** `timeZone`: for the start of days, and the hours of the day. */
export const TeamReportQuery = z.object({
  days: z._default(z.enum(REPORT_DAYS), '30'),
  timeZone: z._default(timeZone(), 'UTC'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
  /** Of the file, see `fileFormat`. */
  locale: z.optional(languageTag()),
});
export type ReportDays = z.output<typeof TeamReportQuery>['days'];
