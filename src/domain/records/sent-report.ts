import * as z from 'zod/mini';
import { time } from './fields.ts';

/** A status report as it left the deployment, and whether it arrived. */
export const SentReport = z.object({
  kind: z.enum(['seat-report', 'deploy-status']),
  sentAt: time(),
  ok: z.boolean(),
  /** Verbatim. */
  payload: z.record(z.string(), z.unknown()),
});
export type SentReport = z.output<typeof SentReport>;
