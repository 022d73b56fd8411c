import * as z from 'zod/mini';
import {
  ACTION_REASONS,
  ActionEdit,
  LabeledValue,
  SecretHeader,
  StoredAction,
  TriedAction,
} from '../domain/records/action.ts';
import { count, named, uuid } from '../domain/records/fields.ts';
import { AssistantParams } from './assistants.ts';

export const ActionParams = z.extend(AssistantParams, { actionId: uuid() });
export const ActionHeaderParams = z.extend(ActionParams, { name: SecretHeader.shape.name });

ActionEdit.register(z.globalRegistry, named('ActionEdit', 'The fields of an action that an admin edits.'));

/** An action as admins see it: the names of its headers with secrets, never their values. */
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

/** Public keys (RFC 7517). */
export const ActionKeysReply = z.object({
  keys: z.readonly(z.array(z.readonly(z.record(z.string(), z.unknown())))),
});
export type ActionKeysReply = z.infer<typeof ActionKeysReply>;

export const ActionReply = z.object({ action: ListedAction });
export type ActionReply = z.infer<typeof ActionReply>;

/** A field value (RFC 9110 §5.5) in ASCII. A shorter one may be a word of an answer, where it is hidden. */
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

/** The largest body with a description, in bytes: the platform lets in 1 MiB. */
export const MAX_DESCRIPTION_BYTES = 1_000_000;

/** An OpenAPI 3 description, by its address or as a text in a body of up to 1 MB. */
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
      /** Filled in from the description; switched off. Absent where the operation cannot be an action. */
      action: z.optional(ActionEdit),
      /** Why not, or what was left out. */
      notes: z.array(z.string()),
    }),
  ),
});
export type ReadOpenApiReply = z.infer<typeof ReadOpenApiReply>;

export const TryActionRequest = z.object({
  /** As it is in the editor, saved or not. */
  action: ActionEdit,
  /** The saved action whose secret headers are sent. */
  actionId: z.optional(z.string().check(z.maxLength(100))),
  values: z.record(z.string(), z.union([z.string().check(z.maxLength(1_000)), z.number()])),
  /** A made-up visitor; absent: one who is not verified. */
  visitor: z.optional(
    z.object({
      id: z.string().check(z.minLength(1), z.maxLength(255)),
      email: z.optional(z.string().check(z.maxLength(300))),
      claims: z.optional(z.record(z.string(), z.string().check(z.maxLength(200)))),
    }),
  ),
});

/** The request and the answer side by side. */
export const TryActionReply = z.object({
  problems: z.array(z.string()),
  /** Absent where there are problems. Values of secret headers are `•••`. */
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

export { ActionFormField, OfferedAction } from '../domain/records/offered-action.ts';
export { Proposal } from '../domain/records/proposal.ts';

/** How an action ended, as visitors and agents see it. */
export const ActionResult = z.object({
  tried: TriedAction,
  data: z.readonly(z.array(LabeledValue)),
  sentence: z.optional(z.string()),
});
export type ActionResult = z.infer<typeof ActionResult>;
