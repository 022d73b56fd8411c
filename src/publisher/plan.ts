import { isDeepStrictEqual } from 'node:util';
import { ttlCache } from '../lib/caching.ts';
import { AppError } from '../core/errors.ts';
import { CATALOGUE } from './rules/plans.ts';
import { trusted } from '../lib/fields.ts';
import { Plan } from './records/plan.ts';
import type { Ports } from '../ports.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';

export type CurrentPlan = () => Promise<Plan>;

const KIND = 'plan';
const TTL_MS = 5 * 60_000;
/** The time to live after a failure, in milliseconds; shorter than TTL_MS. */
const RETRY_MS = 30_000;

const StoredPlan = trusted(Plan);
const copyOf = (planId: string) => ({ kind: KIND, id: planId, schema: StoredPlan });

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'publisher' | 'random' | 'telemetry'> & {
  planId: string;
};

/**
 * The publisher's plan, cached for five minutes. If it is unavailable, the last stored copy is used, then the
 * built-in catalogue (docs/api.md, Control plane). An unknown plan throws `misconfigured`.
 */
export function currentPlan(dependencies: Dependencies): CurrentPlan {
  const { publisher, planId, ledger, clock, telemetry } = dependencies;
  const plans = ttlCache<Plan>({ clock, ttlMs: TTL_MS });

  async function load(keepFor: (ttlMs: number) => void): Promise<Plan> {
    if (!publisher.configured) return builtInPlan();
    const listed = await publisher.plan(planId);
    if (listed) {
      await storeCopy(listed);
      return listed;
    }
    telemetry.record({ type: 'warning', code: 'plan-fallback' });
    keepFor(RETRY_MS);
    return (await readDocument(ledger, copyOf(planId)))?.value ?? builtInPlan();
  }

  function builtInPlan(): Plan {
    const plan = CATALOGUE.find((one) => one.planId === planId);
    if (!plan) throw new AppError('misconfigured', { setting: 'PLAN_ID' });
    return plan;
  }

  async function storeCopy(plan: Plan): Promise<void> {
    await updateDocument('plan', dependencies, copyOf(planId), (stored) => ({
      ...(!isDeepStrictEqual(stored?.value, plan) && { value: plan }),
      result: undefined,
    }));
  }

  return () => plans.get(planId, load);
}
