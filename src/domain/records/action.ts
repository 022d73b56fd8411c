import * as z from 'zod/mini';
import { count, fieldsOf, named, text, time, trusted, uuid } from './fields.ts';

/** The methods of actions: GET looks up, the others change something. */
export const ACTION_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type ActionMethod = (typeof ACTION_METHODS)[number];

/** The maximum number of actions per assistant. */
export const MAX_ACTIONS = 20;
export const MAX_PARAMETERS = 15;
export const MAX_ANSWER_FIELDS = 20;
/** The most actions of one answer of the assistant. */
export const MAX_ACTIONS_PER_TURN = 3;
/** The most actions of one conversation, without those of agents. */
export const MAX_ACTIONS_PER_CONVERSATION = 20;
/** How long a change that was proposed can be confirmed, in milliseconds. */
export const PROPOSAL_MS = 600_000;

export const ParameterType = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    /** A regular expression (with the flag `v`) that matches the whole value. */
    pattern: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(200))),
    maxLength: z.exactOptional(z.int().check(z.minimum(1), z.maximum(1_000))),
  }),
  z.object({
    kind: z.literal('number'),
    minimum: z.exactOptional(z.number()),
    maximum: z.exactOptional(z.number()),
    whole: z.exactOptional(z.boolean()),
  }),
  z.object({
    kind: z.literal('choice'),
    options: z.readonly(z.array(text(100)).check(z.minLength(1), z.maxLength(50))),
  }),
  /** `YYYY-MM-DD`. */
  z.object({ kind: z.literal('date') }),
]);
export type ParameterType = z.output<typeof ParameterType>;

/**
 * The source of a value. `visitor`: from the verified identity: `id` (the subject), `email`, or the name of a
 * claim that the site's token carries. It never comes from the model or from a form.
 */
export const ParameterSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('model') }),
  z.object({ from: z.literal('visitor'), claim: z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,49}$/)) }),
  z.object({ from: z.literal('fixed'), value: z.string().check(z.maxLength(1_000)) }),
]);
export type ParameterSource = z.output<typeof ParameterSource>;

/** A value of an action's request, which its templates name as `{name}`. */
export const ActionParameter = z.object({
  name: z.string().check(z.regex(/^[A-Za-z]\w{0,49}$/, 'must be a name such as orderNumber')),
  /** The label for visitors and agents: `Order number`. */
  label: text(60),
  /** The description for the model. */
  description: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  type: ParameterType,
  source: ParameterSource,
  required: z.boolean(),
});
export type ActionParameter = z.output<typeof ActionParameter>;

/** A part of the answer that may be used; nothing else of it is. */
export const AnswerField = z.object({
  /** Property names and `[]` for all items of a list, such as `orders[].status`; empty for all of it. */
  path: z.string().check(z.maxLength(200), z.regex(/^$|^[^.[\]]+(\[\])?(\.[^.[\]]+(\[\])?)*$/)),
  label: text(60),
  /** Longer values are cut, in code points. */
  maxLength: z.int().check(z.minimum(1), z.maximum(2_000)),
});
export type AnswerField = z.output<typeof AnswerField>;

/** A header with a secret, whose value is in the vault under the id and never shown again. */
export const SecretHeader = z.object({
  name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')),
  secretId: uuid(),
});
export type SecretHeader = z.output<typeof SecretHeader>;

/** The fields of an action that an admin chooses. Rules between its fields are in `domain/actions`. */
export const ActionEdit = z.object({
  /** The name of the model's tool, unique within the assistant. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be a name such as find_order')),
  /** The title for visitors and agents: `Track an order`. */
  title: text(60),
  /** Its purpose, and when to use it; the model reads it. */
  purpose: text(500),
  /** The widget's text while it runs: `Looking up your order…`. */
  progress: z.exactOptional(text(80)),
  method: z.enum(ACTION_METHODS),
  /** An https address with a written host; `{parameters}` in path and query. */
  url: text(1_000),
  /** JSON with `{parameters}` inside of its texts; a text that consists of one parameter keeps its type. */
  body: z.exactOptional(z.string().check(z.maxLength(5_000))),
  parameters: z.readonly(z.array(ActionParameter).check(z.maxLength(MAX_PARAMETERS))),
  audience: z.enum(['everyone', 'verified']),
  /** The widgets whose visitors may use it; absent: all, and the chat without a registered widget. */
  widgets: z.exactOptional(z.readonly(z.array(uuid()).check(z.minLength(1), z.maxLength(100)))),
  /** The question on the card of a change, with `{parameters}`: `Cancel order {orderNumber}?`. */
  confirmation: z.exactOptional(text(200)),
  fields: z.readonly(z.array(AnswerField).check(z.maxLength(MAX_ANSWER_FIELDS))),
  /** The meaning of a status for the visitor: `404`: `There is no such order.` */
  statuses: z.readonly(
    z
      .array(z.object({ status: z.int().check(z.minimum(200), z.maximum(599)), sentence: text(200) }))
      .check(z.maxLength(20)),
  ),
  /** Questions under whose answers the action is offered as a button, with or without a model. */
  offeredFor: z._default(z.readonly(z.array(text(100)).check(z.maxLength(10))), []),
  /** Whether agents get it as a button at a conversation. */
  forAgents: z._default(z.boolean(), true),
  enabled: z.boolean(),
});
export type ActionEdit = z.output<typeof ActionEdit>;
export const actionEditOf: (action: ActionEdit) => ActionEdit = fieldsOf(ActionEdit);

/** An action as the ledger stores it, under its id, in the collection of its assistant. */
export const StoredAction = trusted(
  z.extend(ActionEdit, {
    secretHeaders: z.readonly(z.array(SecretHeader)),
    createdAt: time(),
    updatedAt: time(),
  }),
);
export type StoredAction = z.output<typeof StoredAction>;

/** A value as the visitor, the model and agents see it. */
export const LabeledValue = z.object({ label: z.string(), value: z.string() });
export type LabeledValue = z.output<typeof LabeledValue>;

/**
 * How an action ended. `answered`: the API answered with success. `refused`: it answered otherwise, or was
 * not called. `failed`: it gave no answer that can be used; whether it did anything is not known.
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

/** The record of a called action in a conversation, without its data. */
export const TriedAction = z
  .object({
    name: z.string(),
    title: z.string(),
    outcome: z.enum(ACTION_OUTCOMES),
    reason: z.exactOptional(z.enum(ACTION_REASONS)),
    /** The HTTP status, where there was an answer. */
    status: z.exactOptional(z.int()),
    durationMs: count(),
  })
  .register(z.globalRegistry, named('TriedAction', 'An action that an answer called; without its data.'));
export type TriedAction = z.output<typeof TriedAction>;
