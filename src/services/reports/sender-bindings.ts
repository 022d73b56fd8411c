import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import type { Clock, Ledger, ReportSender } from '../../ports.ts';

/** An operator's word that a subscription is reported by another identity from now on. */
export interface Rebinding extends ReportSender {
  subscriptionId: string;
}

/** Which identity reports for which subscription: each for one, and the first one for each, until an operator names another. */
export interface SenderBindings {
  /** Binds the two, or finds them bound to each other; anything else is `subscription-mismatch`. */
  admit(subscriptionId: string, sender: ReportSender): Promise<void>;
}

const SENDERS = 'report-senders';
const SUBSCRIPTIONS = 'report-subscriptions';

const StoredSender = z.object({ subscriptionId: z.string() });
/** The write that a round loses was another identity's first one; the next round sees it. */
const MAX_ROUNDS = 3;

const Identity = { tenantId: z.string(), oid: z.string(), boundAt: z.string() };
/** With every identity that was bound before, so that a change can be accounted for. */
const StoredBinding = z.object({ ...Identity, before: z.array(z.object(Identity)) });
type StoredBinding = z.infer<typeof StoredBinding>;

interface Dependencies {
  ledger: Ledger;
  clock: Clock;
  rebind: readonly Rebinding[];
}

export function senderBindings({ ledger, clock, rebind }: Dependencies): SenderBindings {
  const isNamed = (subscriptionId: string, sender: ReportSender) =>
    rebind.some((one) => one.subscriptionId === subscriptionId && isSame(one, sender));

  /** First, so that one identity cannot take several subscriptions at once. */
  async function bindSender(subscriptionId: string, { tenantId, oid }: ReportSender): Promise<void> {
    const id = `${tenantId}.${oid}`;
    if ((await ledger.write(SENDERS, id, { subscriptionId }, 'absent')) !== undefined) return;
    const first = await ledger.read(SENDERS, id, 'strong');
    if (!first) throw new AppError('store-unavailable');
    if (StoredSender.parse(first.value).subscriptionId !== subscriptionId) {
      throw new AppError('subscription-mismatch');
    }
  }

  async function bindSubscription(subscriptionId: string, sender: ReportSender): Promise<void> {
    const { tenantId, oid } = sender;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const entry = await ledger.read(SUBSCRIPTIONS, subscriptionId, 'strong');
      const bound = entry && StoredBinding.parse(entry.value);
      if (bound && isSame(bound, sender)) return;
      if (bound && !isNamed(subscriptionId, sender)) throw new AppError('subscription-mismatch');
      const boundAt = new Date(clock.now()).toISOString();
      const before = bound ? [...bound.before, last(bound)] : [];
      const next: StoredBinding = { tenantId, oid, boundAt, before };
      if (await ledger.write(SUBSCRIPTIONS, subscriptionId, next, entry?.version ?? 'absent')) return;
    }
    throw new AppError('store-unavailable');
  }

  return {
    async admit(subscriptionId, sender) {
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
