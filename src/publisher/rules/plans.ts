import type { Plan } from '../records/plan.ts';

/** The page where customers change the plan of a marketplace subscription. */
const UPGRADE_URL = 'https://portal.azure.com/#browse/Microsoft.SaaS%2Fresources';
const GRACE_PERIOD_DAYS = 14;
const IN_EVERY_PLAN = [
  'AI assistant on any number of pages',
  'Agent desk in Microsoft Teams and in the browser',
  'Conversations stay in your own subscription',
];

function plan(planId: string, planDisplayName: string, seatQuota: number): Plan {
  return {
    planId,
    planDisplayName,
    seatQuota,
    gracePeriodDays: GRACE_PERIOD_DAYS,
    upgradeUrl: UPGRADE_URL,
    features: [`${seatQuota} agent seats`, ...IN_EVERY_PLAN],
  };
}

/** The plans of this release, cheapest first; used if the publisher's list is unavailable. */
export const CATALOGUE: readonly Plan[] = [
  plan('start', 'Start', 2),
  plan('growth', 'Growth', 10),
  plan('professional', 'Professional', 50),
];
