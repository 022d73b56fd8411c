import * as z from 'zod/mini';
import { nowIso } from '../lib/fields.ts';
import { AppError } from '../core/errors.ts';
import type { Ports, ReportSender } from '../ports.ts';
import { createOnce, updateDocument } from '../platform/ledger-documents.ts';

/** A publisher admin's decision to bind another identity to a subscription. */
export interface Rebinding extends ReportSender {
  subscriptionId: string;
}

const SENDERS = 'report-senders';
const SUBSCRIPTIONS = 'report-subscriptions';

const StoredSender = z.object({ subscriptionId: z.string() });

const Identity = { tenantId: z.string(), oid: z.string(), boundAt: z.string() };
/** `before`: earlier identities, for audits. */
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

/**
 * One-to-one bindings of identities and subscriptions: trust on first use, until an admin of the publisher
 * names another identity.
 */
export function senderBindings(dependencies: Dependencies) {
  const { ledger, clock, rebind } = dependencies;
  const isNamed = (subscriptionId: string, sender: ReportSender) =>
    rebind.some((one) => one.subscriptionId === subscriptionId && isSame(one, sender));

  /** Runs first, so that one identity cannot bind several subscriptions concurrently. */
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
      const boundAt = nowIso(clock);
      const before = bound ? [...bound.before, last(bound)] : [];
      return { value: { tenantId, oid, boundAt, before }, result: undefined };
    });
  }

  return {
    /** Binds both, or confirms their binding; throws `subscription-mismatch` if one is bound otherwise. */
    async bind(subscriptionId: string, sender: ReportSender): Promise<void> {
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
