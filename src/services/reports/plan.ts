import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ttlCache } from '../../domain/caching.ts';
import { AppError } from '../../domain/errors.ts';
import { CATALOGUE, type Plan } from '../../domain/plans.ts';
import type { Clock, Ledger, Publisher, Telemetry } from '../../ports.ts';

/** The plan that the deployment is on. */
export type CurrentPlan = () => Promise<Plan>;

const KIND = 'plan';
const TTL_MS = 5 * 60_000;
/** After a failure the control plane is asked again sooner, yet not with every call. */
const RETRY_MS = 30_000;

const StoredPlan = z.object({
  planId: z.string(),
  planDisplayName: z.string(),
  seatQuota: z.number(),
  gracePeriodDays: z.number(),
  upgradeUrl: z.string(),
  features: z.array(z.string()),
});

interface Dependencies {
  publisher: Publisher;
  planId: string;
  ledger: Ledger;
  clock: Clock;
  telemetry: Telemetry;
}

/**
 * The publisher's plan, kept for five minutes; where it cannot be had the last good copy, which outlives this instance,
 * then the catalogue that the service ships with (docs/api.md, Plans).
 */
export function currentPlan({ publisher, planId, ledger, clock, telemetry }: Dependencies): CurrentPlan {
  const plans = ttlCache<Plan>({ clock, ttlMs: TTL_MS });

  async function load(keepFor: (ttlMs: number) => void): Promise<Plan> {
    if (!publisher.configured) return shipped();
    const listed = await publisher.plan(planId);
    if (listed) {
      await remember(listed);
      return listed;
    }
    telemetry.record({ type: 'warning', code: 'plan-fallback' });
    keepFor(RETRY_MS);
    const copy = await ledger.read(KIND, planId);
    return copy ? StoredPlan.parse(copy.value) : shipped();
  }

  function shipped(): Plan {
    const plan = CATALOGUE.find((one) => one.planId === planId);
    if (!plan) throw new AppError('misconfigured', { setting: 'PLAN_ID' });
    return plan;
  }

  async function remember(plan: Plan): Promise<void> {
    const copy = await ledger.read(KIND, planId);
    if (copy && isDeepStrictEqual(copy.value, plan)) return;
    // Where another instance wrote meanwhile, its copy is as good.
    await ledger.write(KIND, planId, plan, copy?.version ?? 'absent');
  }

  return () => plans.get(planId, load);
}
