import * as z from 'zod/mini';
import { HANDOFF_RULES, isKnowledgeFolder } from '../assistants.ts';
import { fieldsOf, text, time, trusted } from './fields.ts';

/**
 * Where an assistant looks answers up: a folder of the deployment's own, or documents that an admin has
 * uploaded.
 */
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
  /** What the chat opens with; empty for the widget's own words. */
  greeting: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  knowledge: z._default(KnowledgeChoice, { kind: 'folder', folder: '' }),
  /** A deployment of the connected model service; without one, the deployment's own. */
  model: z.optional(z.string().check(z.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a model deployment'))),
  /** What the named model costs; the table of known models fills in what is not given. */
  prices: z.optional(ModelPrices),
  handoff: z._default(z.enum(HANDOFF_RULES), 'when-unsure'),
  /** The share of its answers that a model judges, in percent; none where it is left out. */
  checkedPercent: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  createdAt: time(),
  updatedAt: time(),
});
export type AssistantProfile = z.output<typeof AssistantProfile>;

/** What an admin chooses of an assistant; the rest is the service's. */
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

/** Changes that visitors do not get yet, as the ledger keeps them under the assistant's id. */
export const StoredCandidate = trusted(
  z.object({
    edit: AssistantEdit,
    /** The names of documents that it lacks. */
    removed: z.array(z.string()),
    /** The assistant's entity tag when the changes of its profile began. */
    basedOn: z.string(),
    updatedAt: time(),
  }),
);
export type StoredCandidate = z.output<typeof StoredCandidate>;

/** A document in a list, with the id of its text. */
export const StoredDocumentListing = trusted(
  z.object({
    name: z.string(),
    /** The length of its text in UTF-16 code units. */
    characters: z.int(),
    updatedAt: time(),
    /** The id of its text; absent where an earlier release stored it under the name. */
    text: z.exactOptional(z.string()),
  }),
);
export type StoredDocumentListing = z.output<typeof StoredDocumentListing>;

/** An assistant as the ledger keeps it, under its id: one write replaces the profile and the documents. */
export const StoredAssistant = trusted(
  z.extend(z.omit(AssistantProfile, { id: true }), {
    /** The entity tag of the profile, where the record was written since without changing it. */
    revision: z.exactOptional(z.string()),
    /** The documents that count; absent where they were last changed by an earlier release. */
    documents: z.exactOptional(
      z.object({ documents: z.readonly(z.array(StoredDocumentListing)), version: z.string() }),
    ),
    /** The entity tag of the candidate that was published last. */
    candidate: z.exactOptional(z.string()),
  }),
);
export type StoredAssistant = z.output<typeof StoredAssistant>;
