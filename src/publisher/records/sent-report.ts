import * as z from 'zod/mini';
import { time } from '../../lib/fields.ts';

/** A sent status report; `ok`: the publisher accepted it. */
export const SentReport = z.object({
  kind: z.enum(['seat-report', 'deploy-status']),
  sentAt: time(),
  ok: z.boolean(),
  /** Verbatim. */
  payload: z.record(z.string(), z.unknown()),
});
export type SentReport = z.output<typeof SentReport>;
