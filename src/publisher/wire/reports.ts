import * as z from 'zod/mini';
import { count, named, time } from '../../lib/fields.ts';
import { Plan, QuotaStatus } from '../records/plan.ts';

/** An id from the marketplace or the runtime; only characters that are valid in a document key. */
const id = () =>
  z.string().check(z.regex(/^[\w.-]{1,100}$/, 'letters, digits, dots, dashes and underscores'));

/** Maximum length of an error message, in UTF-16 code units. */
const MAX_ERROR_MESSAGE_LENGTH = 256;

const TokenUsage = z.strictObject({ inputTokens: count(), outputTokens: count(), windowStart: time() });

/** See docs/rules.md, Status reports. Sender and receiver validate with the same strict schema. */
export const SeatReport = z
  .strictObject({
    subscriptionId: id(),
    seatQuantity: count(),
    timestamp: time(),
    tokenUsage: z.exactOptional(TokenUsage),
    quotaStatus: z.exactOptional(z.strictObject(QuotaStatus.shape)),
  })
  .register(z.globalRegistry, named('SeatReport', 'How many agent seats a subscription uses; no content.'));
export type SeatReport = z.infer<typeof SeatReport>;

/** See docs/rules.md, Status reports. `errorMessage` is a code from a fixed list. */
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
    named('DeployStatus', 'That a deployment has started, and how it is; no content.'),
  );
export type DeployStatus = z.infer<typeof DeployStatus>;

export const PlanList = z
  .object({ plans: z.readonly(z.array(Plan)) })
  .register(z.globalRegistry, named('PlanList', 'All plans, cheapest first.'));
export type PlanList = z.infer<typeof PlanList>;
