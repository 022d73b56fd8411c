import * as z from 'zod/mini';
import { FAILURE_REASONS } from '../../spending/rules/model-failure.ts';
import { count, time } from '../../lib/fields.ts';
import { WidgetRelease } from '../../widgets/records/widget-release.ts';

export const AssistantHealth = z
  .object({
    /** The model that answered last; `knowledge` without a model. */
    model: z.string(),
    modelVersion: z.optional(z.string()),
    /** When it retires. */
    retiresAt: z.optional(time()),
    /**
     * Request features that are left out because the model refused them, in the words of the API: `tools`,
     * `reasoning`, …
     */
    reduced: z.array(z.string()),
    /** Why the latest call failed; absent after a success. */
    problem: z.optional(z.enum(FAILURE_REASONS)),
    /** When the provider's list of models was last read. */
    checkedAt: z.optional(time()),
    checkProblem: z.optional(z.enum(FAILURE_REASONS)),
    /** The model of the search by meaning, and when Azure may retire it; absent without such a search. */
    embedding: z.optional(z.object({ model: z.string(), retiresAt: z.optional(time()) })),
    /** The names of settings with invalid prices; no cost is shown until they are valid. */
    wrongPrices: z.optional(z.array(z.string())),
  })
  .register(z.globalRegistry, {
    id: 'AssistantHealth',
    description: 'The model that answers, its retirement, and the parameters that it refuses.',
  });
export type AssistantHealth = z.infer<typeof AssistantHealth>;

export const Health = z
  .object({
    ok: z.boolean(),
    deploymentId: z.string(),
    marketplaceSubscriptionId: z.string(),
    version: z.string(),
    startedAt: time(),
    bootstrap: z.object({ attempted: z.boolean(), result: z.string() }),
    seat: z.object({ activeSessionCount: count(), lastReportedQuantity: count() }),
    tokens: z.object({ inputTokens: count(), outputTokens: count(), windowStart: time() }),
    assistant: AssistantHealth,
    problems: z.array(
      z.object({ component: z.string(), reason: z.string(), setting: z.string(), message: z.string() }),
    ),
    /** The versions of the widget that a site can pin, the current one first. */
    widgets: z.array(z.extend(WidgetRelease, { path: z.string() })),
  })
  .register(z.globalRegistry, {
    id: 'Health',
    description: 'The state of the deployment; tokens since the start of the UTC day.',
  });
export type Health = z.infer<typeof Health>;

/** The part of the health answer that needs the store; `version` and `widgets` are constants of the build. */
export type HealthReport = Omit<Health, 'version' | 'widgets'>;
