import * as z from 'zod/mini';
import { named } from '../../lib/fields.ts';
import { SentReport } from '../records/sent-report.ts';
import { cursor, limit } from '../../platform/wire/query-fields.ts';

export const SentReportsQuery = z.object({ limit: limit(50), cursor: z.optional(cursor()) });

export const SentReportsReply = z
  .object({ reports: z.array(SentReport), nextCursor: z.optional(z.string()) })
  .register(
    z.globalRegistry,
    named('SentReports', 'The reports that were sent to the publisher, newest first.'),
  );
export type SentReportsReply = z.infer<typeof SentReportsReply>;
