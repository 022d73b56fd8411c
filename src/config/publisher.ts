import * as z from 'zod/mini';
import { invalidSetting } from './settings.ts';
import { CONTROL_PLANE_URL } from './shared.ts';
import { integer, resource, word } from './values.ts';
import { CATALOGUE } from '../publisher/rules/plans.ts';

type Publisher = { kind: 'http'; url: string; audience?: string } | { kind: 'off' };

/** The publisher, the plan, and what reports say of this deployment. */
export const publisher = z.pipe(
  z.object({
    CONTROL_PLANE_URL,
    CONTROL_PLANE_AUDIENCE: z.optional(resource),
    PLAN_ID: z._default(word, 'start'),
    SEAT_WINDOW_DAYS: z._default(integer(1, 366), 30),
    DEPLOYMENT_ID: z.optional(word),
    MARKETPLACE_SUBSCRIPTION_ID: z._default(z.string(), ''),
  }),
  z.transform((settings) => ({
    publisher: publisherOf(settings.CONTROL_PLANE_URL, settings.CONTROL_PLANE_AUDIENCE),
    planId: knownPlan(settings.PLAN_ID, settings.CONTROL_PLANE_URL),
    seatWindowDays: settings.SEAT_WINDOW_DAYS,
    ...(settings.DEPLOYMENT_ID !== undefined && { deploymentId: settings.DEPLOYMENT_ID }),
    marketplaceSubscriptionId: settings.MARKETPLACE_SUBSCRIPTION_ID,
  })),
);

function publisherOf(url: string | undefined, audience: string | undefined): Publisher {
  if (url === undefined) return { kind: 'off' };
  return { kind: 'http', url, ...(audience !== undefined && { audience }) };
}

/** Only a publisher can define further plans; without one, an unknown plan is a wrong setting. */
function knownPlan(planId: string, controlPlane: string | undefined): string {
  const shipped = CATALOGUE.map((plan) => plan.planId);
  if (controlPlane !== undefined || shipped.includes(planId)) return planId;
  throw invalidSetting('PLAN_ID', `PLAN_ID must be one of ${shipped.join(', ')}.`);
}
