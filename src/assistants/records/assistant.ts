import * as z from 'zod/mini';
import { HANDOFF_RULES, isKnowledgeFolder } from '../rules/assistants.ts';
import { fieldsOf, named, text, time, trusted } from '../../lib/fields.ts';

/**
 * The knowledge of an assistant: `folder`: a folder of the deployment and its documents; or only documents.
 */
const KnowledgeChoice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    /** Empty for the whole knowledge folder. */
    folder: z.string().check(z.refine(isKnowledgeFolder, 'must be a folder below the knowledge folder')),
  }),
  z.object({ kind: z.literal('documents') }),
]);
type KnowledgeChoice = z.output<typeof KnowledgeChoice>;

const price = () => z.exactOptional(z.number().check(z.minimum(0), z.maximum(100_000)));

/** US dollars per million tokens, for a model that an admin named; a missing price is the list price. */
export const ModelPrices = z.object({
  input: price(),
  cachedInput: price(),
  cacheWrite: price(),
  output: price(),
});
export type ModelPrices = z.output<typeof ModelPrices>;

/** The profile of an assistant: its name, instructions, knowledge and model. */
const AssistantProfile = z.object({
  id: z.string(),
  name: text(60),
  instructions: text(20_000),
  /** The first message of the chat; empty for the widget's default. */
  greeting: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  knowledge: z._default(KnowledgeChoice, { kind: 'documents' }),
  /** The model deployment to use; absent: the default of the server. */
  model: z.optional(z.string().check(z.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a model deployment'))),
  /** The prices of the named model; missing ones come from the table of known models. */
  prices: z.optional(ModelPrices),
  handoff: z._default(z.enum(HANDOFF_RULES), 'when-unsure'),
  createdAt: time(),
  updatedAt: time(),
});
type AssistantProfile = z.output<typeof AssistantProfile>;

/** The editable fields of an assistant; the service sets the others. */
export const AssistantEdit = z.pick(AssistantProfile, {
  name: true,
  instructions: true,
  greeting: true,
  knowledge: true,
  model: true,
  prices: true,
  handoff: true,
});
export type AssistantEdit = z.output<typeof AssistantEdit>;

/** An admin's edit; `isDefault: true` makes the assistant the global default. */
export const AssistantChange = z
  .extend(AssistantEdit, { isDefault: z._default(z.boolean(), false) })
  .register(z.globalRegistry, named('AssistantEdit', 'Who answers, how, and from what.'));
export type AssistantChange = z.output<typeof AssistantChange>;

export const editOf: (assistant: AssistantEdit) => AssistantEdit = fieldsOf(AssistantEdit);

/** A revision with a key of its documents: equal keys mean equal documents. */
const Pointer = z.object({ revision: z.string(), documentsKey: z.string() });
export type RevisionPointer = z.output<typeof Pointer>;

/** The fields of an assistant's record in addition to its profile (ADR 45). */
const AssistantState = z.object({
  /** The entity tag of the profile; documents do not change it. */
  tag: z.string(),
  live: Pointer,
  /** Changes that are not live. */
  draft: z.exactOptional(
    z.extend(Pointer, {
      /** The tag of the profile that the draft is based on. */
      basedOn: z.string(),
      updatedAt: time(),
    }),
  ),
  /** The newest first. */
  history: z.readonly(
    z.array(
      z.object({
        revision: z.string(),
        /** When it was replaced by the next one. */
        replacedAt: time(),
        /** Whether the next revision changed only documents. */
        ofDocuments: z.boolean(),
      }),
    ),
  ),
  /** The entity tag of the draft that was last published. */
  published: z.exactOptional(z.string()),
  /** When it became the global default; the assistant with the latest time is the default. */
  chosenAt: z.exactOptional(time()),
  /** True while the profile of the first assistant comes from the settings. */
  unedited: z.exactOptional(z.boolean()),
  /** It has had an action. Otherwise, conversations skip reading its actions. */
  hasActions: z.exactOptional(z.literal(true)),
  createdAt: time(),
  updatedAt: time(),
});
type AssistantState = z.output<typeof AssistantState>;
export const stateOf: (assistant: AssistantState) => AssistantState = fieldsOf(AssistantState);

/** An assistant in the ledger, stored under its id, with the profile of its live revision. */
export const StoredAssistant = trusted(z.extend(AssistantEdit, AssistantState.shape));
export type StoredAssistant = z.output<typeof StoredAssistant>;
