import * as z from 'zod/mini';
import { fieldsOf, text, time, trusted, uuid } from '../../lib/fields.ts';
import { MAX_PARAMETERS } from '../../conversations/records/offered-action.ts';

/** The HTTP methods of actions. GET is a lookup; the others are changes, which the visitor confirms. */
export const ACTION_METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type ActionMethod = (typeof ACTION_METHODS)[number];

/** The maximum number of actions per assistant. */
export const MAX_ACTIONS = 20;
export const MAX_ANSWER_FIELDS = 20;
/** The maximum number of actions in one answer of the assistant. */
export const MAX_ACTIONS_PER_TURN = 3;
/** The maximum number of actions in one conversation; agents' actions are not counted. */
export const MAX_ACTIONS_PER_CONVERSATION = 20;
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
 * The source of a value. `visitor`: a claim of the verified visitor: `id` (the subject), `email`, or a claim
 * of the site's token. The model and forms cannot set it.
 */
export const ParameterSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('model') }),
  z.object({ from: z.literal('visitor'), claim: z.string().check(z.regex(/^[A-Za-z_][\w.-]{0,49}$/)) }),
  z.object({ from: z.literal('fixed'), value: z.string().check(z.maxLength(1_000)) }),
]);
export type ParameterSource = z.output<typeof ParameterSource>;

/** A parameter of an action's request; its templates contain it as `{name}`. */
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

/** A field of the response that is used; all other fields are ignored. */
export const AnswerField = z.object({
  /**
   * Property names and `[]` for all items of a list, such as `orders[].status`, or `[].status` if the
   * response is a list; empty: the whole response.
   */
  path: z.string().check(z.maxLength(200), z.regex(/^$|^(\[\]|[^.[\]]+(\[\])?)(\.[^.[\]]+(\[\])?)*$/)),
  label: text(60),
  /** In code points; longer values are cut. */
  maxLength: z.int().check(z.minimum(1), z.maximum(2_000)),
});
export type AnswerField = z.output<typeof AnswerField>;

/** A header with a secret value, which is stored in the vault as `secretId` and never returned. */
export const SecretHeader = z.object({
  name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')),
  secretId: uuid(),
});
export type SecretHeader = z.output<typeof SecretHeader>;

/** The editable fields of an action. Rules between fields are in `actions/rules/action-rules.ts`. */
export const ActionEdit = z.object({
  /** The name of the model's tool, unique within the assistant. */
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{1,39}$/, 'must be a name such as find_order')),
  /** The title for visitors and agents: `Track an order`. */
  title: text(60),
  /** The description of the model's tool: its purpose, and when to use it. */
  purpose: text(500),
  /** The widget's text while it runs: `Looking up your order…`. */
  progress: z.exactOptional(text(80)),
  method: z.enum(ACTION_METHODS),
  /** An https URL; only path and query may contain `{parameters}`. */
  url: text(1_000),
  /** JSON with `{parameters}` in its texts; a text that is only one parameter gets the parameter's type. */
  body: z.exactOptional(z.string().check(z.maxLength(5_000))),
  parameters: z.readonly(z.array(ActionParameter).check(z.maxLength(MAX_PARAMETERS))),
  audience: z.enum(['everyone', 'verified']),
  /** The widgets whose visitors may use it; absent: all widgets, and the chat without one. */
  widgets: z.exactOptional(z.readonly(z.array(uuid()).check(z.minLength(1), z.maxLength(100)))),
  /** The confirmation question of a change, with `{parameters}`: `Cancel order {orderNumber}?`. */
  confirmation: z.exactOptional(text(200)),
  fields: z.readonly(z.array(AnswerField).check(z.maxLength(MAX_ANSWER_FIELDS))),
  /** The visitor's text for an HTTP status, for example 404: `There is no such order.` */
  statuses: z.readonly(
    z
      .array(z.object({ status: z.int().check(z.minimum(200), z.maximum(599)), sentence: text(200) }))
      .check(z.maxLength(20)),
  ),
  /**
   * Example questions: the action is offered as a button under answers to similar ones, also without a model.
   */
  offeredFor: z._default(z.readonly(z.array(text(100)).check(z.maxLength(10))), []),
  /** Whether agents can run it in a conversation. */
  forAgents: z._default(z.boolean(), true),
  enabled: z.boolean(),
});
export type ActionEdit = z.output<typeof ActionEdit>;
export const actionEditOf: (action: ActionEdit) => ActionEdit = fieldsOf(ActionEdit);

/** An action in the ledger, stored under its id in the kind of its assistant. */
export const StoredAction = trusted(
  z.extend(ActionEdit, {
    secretHeaders: z.readonly(z.array(SecretHeader)),
    createdAt: time(),
    updatedAt: time(),
  }),
);
export type StoredAction = z.output<typeof StoredAction>;
