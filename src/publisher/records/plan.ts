import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';

/** A plan of the publisher (docs/api.md, Control plane). */
export const Plan = z
  .object({
    planId: z.string(),
    planDisplayName: z.string(),
    seatQuota: count(),
    gracePeriodDays: count(),
    upgradeUrl: z.url({ protocol: /^https?$/ }),
    features: z.readonly(z.array(z.string())),
  })
  .register(z.globalRegistry, named('Plan', '`seatQuota` counts agents, `gracePeriodDays` whole days.'));
export type Plan = z.output<typeof Plan>;

/** The seats in use and the quota; the optional block of a seat report (docs/rules.md, Status reports). */
export const QuotaStatus = z
  .object({
    exceeded: z.boolean(),
    seatsUsed: count(),
    seatQuota: count(),
    daysOverQuota: count(),
    gracePeriodDays: count(),
    blocked: z.boolean(),
    quotaExceededAt: z.exactOptional(time()),
  })
  .register(z.globalRegistry, named('QuotaStatus', 'How far the agent seats are over the plan’s quota.'));
export type QuotaStatus = z.output<typeof QuotaStatus>;
