import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { AppError } from '../../domain/errors.ts';
import { CATALOGUE, type Plan } from '../../domain/plans.ts';
import type { Clock, Ledger, Publisher, Telemetry } from '../../ports.ts';

/** The plan that the deployment is on. */
export type CurrentPlan = () => Promise<Plan>;

const KIND = 'plan';
const KEPT_MS = 5 * 60_000;
/** After a failed look at the control plane the next comes sooner, yet not with every call. */
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
  let kept: { plan: Promise<Plan>; untilMs: number } | undefined;

  async function look(): Promise<Plan> {
    if (!publisher.configured) return shipped();
    const listed = await publisher.plan(planId);
    if (listed) {
      await remember(listed);
      return listed;
    }
    telemetry.record({ type: 'warning', code: 'plan-fallback' });
    if (kept) kept.untilMs = clock.now() + RETRY_MS;
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

  return () => {
    if (!kept || kept.untilMs <= clock.now()) {
      const plan = look();
      const asked = { plan, untilMs: clock.now() + KEPT_MS };
      kept = asked;
      plan.catch(() => {
        if (kept === asked) kept = undefined;
      });
    }
    return kept.plan;
  };
}
