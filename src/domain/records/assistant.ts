import * as z from 'zod/mini';
import { HANDOFF_RULES, isKnowledgeFolder } from '../assistants.ts';
import { fieldsOf, text, time, trusted } from './fields.ts';

/** Whether a folder of the deployment is a source of an assistant, in addition to its documents. */
export const KnowledgeChoice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    /** Empty for the whole knowledge folder. */
    folder: z.string().check(z.refine(isKnowledgeFolder, 'must be a folder below the knowledge folder')),
  }),
  z.object({ kind: z.literal('documents') }),
]);
export type KnowledgeChoice = z.output<typeof KnowledgeChoice>;

const price = () => z.exactOptional(z.number().check(z.minimum(0), z.maximum(100_000)));

/** US dollars per million tokens of a model that an admin names; what is not given is its list price. */
export const ModelPrices = z.object({
  input: price(),
  cachedInput: price(),
  cacheWrite: price(),
  output: price(),
});
export type ModelPrices = z.output<typeof ModelPrices>;

/** An assistant: who answers, how, and from what. */
export const AssistantProfile = z.object({
  id: z.string(),
  name: text(60),
  instructions: text(20_000),
  /** The first message of the chat; empty for the widget's default. */
  greeting: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  knowledge: z._default(KnowledgeChoice, { kind: 'documents' }),
  /** A deployment of the connected model service; without one, the deployment's own. */
  model: z.optional(z.string().check(z.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a model deployment'))),
  /** The prices of the named model; missing ones come from the table of known models. */
  prices: z.optional(ModelPrices),
  handoff: z._default(z.enum(HANDOFF_RULES), 'when-unsure'),
  /** The share of its answers that a model judges, in percent; default: 0. */
  checkedPercent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  createdAt: time(),
  updatedAt: time(),
});
export type AssistantProfile = z.output<typeof AssistantProfile>;

/** The fields of an assistant that an admin chooses; the service sets the rest. */
export const AssistantEdit = z.pick(AssistantProfile, {
  name: true,
  instructions: true,
  greeting: true,
  knowledge: true,
  model: true,
  prices: true,
  handoff: true,
  checkedPercent: true,
});
export type AssistantEdit = z.output<typeof AssistantEdit>;
/** The fields of an assistant that an admin chooses. */
export const editOf: (assistant: AssistantEdit) => AssistantEdit = fieldsOf(AssistantEdit);

/** A revision, and the key of its documents, which is equal where they are. */
const Pointer = z.object({ revision: z.string(), documentsKey: z.string() });
export type RevisionPointer = z.output<typeof Pointer>;

/** The fields of an assistant's record in addition to its profile: pointers to revisions, and times. */
const AssistantState = z.object({
  /** The entity tag of the profile; documents do not change it. */
  tag: z.string(),
  live: Pointer,
  /** Changes that visitors do not get yet. */
  draft: z.exactOptional(
    z.extend(Pointer, {
      /** The revision that was live when it was last changed. */
      base: z.string(),
      /** The tag of the profile when its changes of it were last saved. */
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
        /** Whether that changed documents only. */
        ofDocuments: z.boolean(),
      }),
    ),
  ),
  /** The revision of the draft that was published last. */
  published: z.exactOptional(z.string()),
  /** When it was made the global default; the latest one of all assistants counts. */
  chosenAt: z.exactOptional(time()),
  /** True while the profile of the first assistant is that of the settings. */
  unedited: z.exactOptional(z.boolean()),
  /** An action was made for it: only then are its actions read in a conversation. */
  hasActions: z.exactOptional(z.literal(true)),
  createdAt: time(),
  updatedAt: time(),
});
export type AssistantState = z.output<typeof AssistantState>;
export const stateOf: (assistant: AssistantState) => AssistantState = fieldsOf(AssistantState);

/** An assistant as the ledger stores it, under its id. The profile is that of the live revision. */
export const StoredAssistant = trusted(z.extend(AssistantEdit, AssistantState.shape));
export type StoredAssistant = z.output<typeof StoredAssistant>;
