import * as z from 'zod/mini';
import { ActionEdit, SecretHeader, StoredAction } from '../records/action.ts';
import { ACTION_REASONS, LabeledValue, TriedAction } from '../../conversations/records/tried-action.ts';
import { count, named, uuid } from '../../lib/fields.ts';
import { AssistantParams } from '../../assistants/wire/assistants.ts';

export const ActionParams = z.extend(AssistantParams, { actionId: uuid() });
export const ActionHeaderParams = z.extend(ActionParams, { name: SecretHeader.shape.name });

ActionEdit.register(z.globalRegistry, named('ActionEdit', 'The fields of an action that an admin edits.'));

/** An action for admins; `secretHeaders`: only the names of the headers. */
export const ListedAction = z
  .object({
    id: z.string(),
    etag: z.string(),
    ...ActionEdit.shape,
    secretHeaders: z.array(z.string()),
    createdAt: StoredAction.shape.createdAt,
    updatedAt: StoredAction.shape.updatedAt,
  })
  .register(z.globalRegistry, { id: 'Action', description: 'An action of an assistant.' });
export type ListedAction = z.infer<typeof ListedAction>;

export const ActionsReply = z.object({ actions: z.array(ListedAction) });
export type ActionsReply = z.infer<typeof ActionsReply>;

/** A JSON Web Key Set (RFC 7517). */
export const ActionKeysReply = z.object({
  keys: z.readonly(z.array(z.readonly(z.record(z.string(), z.unknown())))),
});
export type ActionKeysReply = z.infer<typeof ActionKeysReply>;

export const ActionReply = z.object({ action: ListedAction });
export type ActionReply = z.infer<typeof ActionReply>;

/** An ASCII field value (RFC 9110 §5.5). The minimum length keeps the mask from hiding usual words. */
export const SecretHeaderRequest = z.object({
  value: z
    .string()
    .check(
      z.trim(),
      z.minLength(8, 'must have at least 8 characters'),
      z.maxLength(4_000),
      z.regex(/^[\x20-\x7e]*$/, 'must be in ASCII, without line breaks'),
    ),
});

/** The maximum body with a description, in bytes, below the platform's limit of 1 MiB. */
export const MAX_DESCRIPTION_BYTES = 1_000_000;

/** An OpenAPI 3 description, by its URL or as a text. */
export const ReadOpenApiRequest = z
  .object({
    address: z.optional(z.string().check(z.maxLength(2_000))),
    text: z.optional(z.string().check(z.maxLength(MAX_DESCRIPTION_BYTES))),
  })
  .check(
    z.refine(({ address, text }) => (address === undefined) !== (text === undefined), 'must be one of both'),
  );

export const ReadOpenApiReply = z.object({
  title: z.string(),
  operations: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      /** Disabled. Absent if the operation cannot become an action. */
      action: z.optional(ActionEdit),
      /** The reasons why there is no action, or the parts that it leaves out. */
      notes: z.array(z.string()),
    }),
  ),
});
export type ReadOpenApiReply = z.infer<typeof ReadOpenApiReply>;

export const TryActionRequest = z.object({
  /** The edited action, saved or not. */
  action: ActionEdit,
  /** The saved action whose secret headers are sent. */
  actionId: z.optional(z.string().check(z.maxLength(100))),
  values: z.record(z.string(), z.union([z.string().check(z.maxLength(1_000)), z.number()])),
  /** A test visitor; absent: an unverified visitor. */
  visitor: z.optional(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(255)),
      email: z.optional(z.string().check(z.maxLength(300))),
      claims: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
    }),
  ),
});

export const TryActionReply = z.object({
  problems: z.array(z.string()),
  /** Absent if there are problems. Secret values are masked. */
  request: z.optional(
    z.object({
      method: z.string(),
      url: z.string(),
      headers: z.array(LabeledValue),
      body: z.optional(z.string()),
    }),
  ),
  answer: z.optional(
    z.object({
      status: z.optional(z.int()),
      reason: z.optional(z.enum(ACTION_REASONS)),
      /** JSON, indented; at most 64 KB. */
      body: z.optional(z.string()),
      durationMs: count(),
      /** The data that the model, or the visitor, would get. */
      data: z.array(LabeledValue),
      sentence: z.optional(z.string()),
    }),
  ),
});
export type TryActionReply = z.infer<typeof TryActionReply>;

/** The result of an action for visitors and agents. */
export const ActionResult = z.object({
  tried: TriedAction,
  data: z.readonly(z.array(LabeledValue)),
  sentence: z.optional(z.string()),
});
export type ActionResult = z.infer<typeof ActionResult>;
