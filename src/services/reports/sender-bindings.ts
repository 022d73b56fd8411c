import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Ports, ReportSender } from '../../ports.ts';
import { createOnce, updateDocument } from '../platform/ledger-documents.ts';

/** An admin's decision that another identity reports for a subscription from now on. */
export interface Rebinding extends ReportSender {
  subscriptionId: string;
}

/**
 * Which identity reports for which subscription: one each, the first one, until an admin of the publisher
 * names another.
 */
export interface SenderBindings {
  /** Binds the two, or finds them bound to each other; anything else is `subscription-mismatch`. */
  bind(subscriptionId: string, sender: ReportSender): Promise<void>;
}

const SENDERS = 'report-senders';
const SUBSCRIPTIONS = 'report-subscriptions';

const StoredSender = z.object({ subscriptionId: z.string() });

const Identity = { tenantId: z.string(), oid: z.string(), boundAt: z.string() };
/** Keeps every identity that was bound before, for audits. */
const StoredBinding = z.object({ ...Identity, before: z.array(z.object(Identity)) });
type StoredBinding = z.infer<typeof StoredBinding>;

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'> & {
  rebind: readonly Rebinding[];
};

const senderOf = (id: string) => ({ kind: SENDERS, id, schema: StoredSender });
const subscriptionOf = (id: string) => ({
  kind: SUBSCRIPTIONS,
  id,
  schema: StoredBinding,
  consistency: 'strong' as const,
});

export function senderBindings(dependencies: Dependencies): SenderBindings {
  const { ledger, clock, rebind } = dependencies;
  const isNamed = (subscriptionId: string, sender: ReportSender) =>
    rebind.some((one) => one.subscriptionId === subscriptionId && isSame(one, sender));

  /** First, so that one identity cannot claim several subscriptions concurrently. */
  async function bindSender(subscriptionId: string, { tenantId, oid }: ReportSender): Promise<void> {
    const bound = await createOnce(ledger, senderOf(`${tenantId}.${oid}`), { subscriptionId });
    if (bound.subscriptionId !== subscriptionId) throw new AppError('subscription-mismatch');
  }

  async function bindSubscription(subscriptionId: string, sender: ReportSender): Promise<void> {
    const { tenantId, oid } = sender;
    await updateDocument('report-subscription', dependencies, subscriptionOf(subscriptionId), (stored) => {
      const bound = stored?.value;
      if (bound && isSame(bound, sender)) return { result: undefined };
      if (bound && !isNamed(subscriptionId, sender)) throw new AppError('subscription-mismatch');
      const boundAt = new Date(clock.now()).toISOString();
      const before = bound ? [...bound.before, last(bound)] : [];
      return { value: { tenantId, oid, boundAt, before }, result: undefined };
    });
  }

  return {
    async bind(subscriptionId, sender) {
      await bindSender(subscriptionId, sender);
      await bindSubscription(subscriptionId, sender);
    },
  };
}

function last({ tenantId, oid, boundAt }: StoredBinding) {
  return { tenantId, oid, boundAt };
}

function isSame(one: ReportSender, other: ReportSender): boolean {
  return one.tenantId === other.tenantId && one.oid === other.oid;
}
