import * as z from 'zod/mini';
import { count, time } from './primitives.ts';

const ref = (id: string, description: string) => ({ id, description });

/** An id from the marketplace or the runtime. It becomes a document key, so other characters are refused. */
const id = () =>
  z.string().check(z.regex(/^[\w.-]{1,100}$/, 'letters, digits, dots, dashes and underscores'));

/** Maximum length of an error message, in UTF-16 code units. */
export const MAX_ERROR_MESSAGE_LENGTH = 256;

const TokenUsage = z.strictObject({ inputTokens: count(), outputTokens: count(), windowStart: time() });

const QuotaStatus = z.strictObject({
  exceeded: z.boolean(),
  seatsUsed: count(),
  seatQuota: count(),
  daysOverQuota: count(),
  gracePeriodDays: count(),
  blocked: z.boolean(),
  quotaExceededAt: z.exactOptional(time()),
});

/** Specification, Outbound status payloads. The same strict schema is used when sending and on arrival. */
export const SeatReport = z
  .strictObject({
    subscriptionId: id(),
    seatQuantity: count(),
    timestamp: time(),
    tokenUsage: z.exactOptional(TokenUsage),
    quotaStatus: z.exactOptional(QuotaStatus),
  })
  .register(z.globalRegistry, ref('SeatReport', 'How many agent seats a subscription uses; no content.'));
export type SeatReport = z.infer<typeof SeatReport>;

/** Specification, Outbound status payloads. `errorMessage` is a code from a fixed list. */
export const DeployStatus = z
  .strictObject({
    saasSubscriptionId: id(),
    deploymentId: id(),
    deployedVersion: id(),
    status: z.enum(['started', 'healthy', 'failed']),
    timestamp: time(),
    errorMessage: z.exactOptional(z.string().check(z.maxLength(MAX_ERROR_MESSAGE_LENGTH))),
  })
  .register(
    z.globalRegistry,
    ref('DeployStatus', 'That a deployment has started, and how it is; no content.'),
  );
export type DeployStatus = z.infer<typeof DeployStatus>;

/** A plan for price pages and runtimes. */
export const ListedPlan = z
  .object({
    planId: z.string(),
    planDisplayName: z.string(),
    seatQuota: count(),
    gracePeriodDays: count(),
    upgradeUrl: z.string(),
    features: z.readonly(z.array(z.string())),
  })
  .register(z.globalRegistry, ref('Plan', '`seatQuota` counts agents, `gracePeriodDays` whole days.'));
export type ListedPlan = z.infer<typeof ListedPlan>;

export const PlanList = z
  .object({ plans: z.readonly(z.array(ListedPlan)) })
  .register(z.globalRegistry, ref('PlanList', 'All plans, cheapest first.'));
export type PlanList = z.infer<typeof PlanList>;
