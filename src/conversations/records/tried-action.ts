import * as z from 'zod/mini';
import { count, named } from '../../lib/fields.ts';

/** A value with its label, for the visitor, the model and agents. */
export const LabeledValue = z.object({
  label: z.string(),
  value: z.string(),
  /** The position in a list of several items, from 1; of a list in a list: `2.1`. */
  item: z.exactOptional(z.string()),
});
export type LabeledValue = z.output<typeof LabeledValue>;

/**
 * The outcome of an action. `answered`: the API returned success. `refused`: it returned an error, or was not
 * called. `failed`: there was no usable response, so the effect is unknown.
 */
export const ACTION_OUTCOMES = ['answered', 'refused', 'failed'] as const;
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

/** Why an action was refused or failed, for admins and telemetry. */
export const ACTION_REASONS = [
  'status',
  'timeout',
  'too-long',
  'not-json',
  'redirect',
  'address-refused',
  'connection',
  'secrets-unavailable',
  'circuit-open',
  'limit',
  'not-found',
  'not-verified',
  'wrong-values',
  'changed',
  'expired',
] as const;
export type ActionReason = (typeof ACTION_REASONS)[number];

/** The record of an action call in a conversation, without its data. */
export const TriedAction = z
  .object({
    name: z.string(),
    title: z.string(),
    outcome: z.enum(ACTION_OUTCOMES),
    reason: z.exactOptional(z.enum(ACTION_REASONS)),
    /** The HTTP status of the response. */
    status: z.exactOptional(z.int()),
    durationMs: count(),
  })
  .register(z.globalRegistry, named('TriedAction', 'An action that an answer called; without its data.'));
export type TriedAction = z.output<typeof TriedAction>;
