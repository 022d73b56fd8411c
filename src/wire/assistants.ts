import * as z from 'zod/mini';
import { HANDOVERS, isKnowledgeFolder } from '../domain/assistants.ts';
import { count, text, time } from './primitives.ts';

const named = (id: string, description: string) => ({ id, description });

/** `default` is the assistant of the settings. */
const assistantId = () =>
  z.string().check(z.toLowerCase(), z.regex(/^(default|[0-9a-f-]{36})$/, 'must be an id'));

const KnowledgeChoice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    folder: z.string().check(z.refine(isKnowledgeFolder, 'must be a folder below the knowledge folder')),
  }),
  z.object({ kind: z.literal('documents') }),
]);

const price = () => z.exactOptional(z.number().check(z.minimum(0), z.maximum(100_000)));

/** US dollars per million tokens of a model that an admin names; default: its list price. */
export const ModelPrices = z.object({
  input: price(),
  cachedInput: price(),
  cacheWrite: price(),
  output: price(),
});

export type ModelPrices = z.output<typeof ModelPrices>;

/** The fields of an assistant that admins edit. */
export const AssistantEdit = z
  .object({
    name: text(60),
    instructions: text(20_000),
    greeting: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
    knowledge: z._default(KnowledgeChoice, { kind: 'folder', folder: '' }),
    model: z.optional(
      z.string().check(z.regex(/^[\w.:/-]{1,100}$/, 'must be the name of a model deployment')),
    ),
    /** Prices of the named model, where they are not known. */
    prices: z.optional(ModelPrices),
    handover: z._default(z.enum(HANDOVERS), 'when-unsure'),
    /** True makes it the global default instead of the previous one. */
    isDefault: z._default(z.boolean(), false),
  })
  .register(z.globalRegistry, named('AssistantEdit', 'Who answers, how, and from what.'));
export type AssistantEdit = z.output<typeof AssistantEdit>;

/** Of the built-in assistant only the default flag can be changed; other fields are ignored. */
export const BuiltInChoice = z.object({ isDefault: z.literal(true) });

/** The name of an uploaded document: a Markdown file name. */
export const documentName = () =>
  z
    .string()
    .check(
      z.regex(
        /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}\.(md|markdown|txt)$/u,
        'must be the name of a Markdown file, such as prices.md',
      ),
    );

export const AssistantDocument = z.object({ name: z.string(), characters: count(), updatedAt: time() });

export const Assistant = z
  .object({
    id: z.string(),
    /** From the settings: it can be chosen, but neither edited nor deleted here. */
    builtIn: z.boolean(),
    isDefault: z.boolean(),
    name: z.string(),
    instructions: z.string(),
    greeting: z.string(),
    knowledge: KnowledgeChoice,
    documents: z.readonly(z.array(AssistantDocument)),
    model: z.optional(z.string()),
    prices: z.optional(ModelPrices),
    handover: z.enum(HANDOVERS),
    createdAt: z.optional(time()),
    updatedAt: z.optional(time()),
    etag: z.string(),
  })
  .register(z.globalRegistry, named('Assistant', 'An assistant.'));
export type Assistant = z.infer<typeof Assistant>;

export const AssistantParams = z.object({ id: assistantId() });
export const AssistantReply = z.object({ assistant: Assistant });
export type AssistantReply = z.infer<typeof AssistantReply>;
/** `folders`: those below the knowledge folder; `models`: whether another model deployment can be named. */
export const AssistantsReply = z.object({
  assistants: z.array(Assistant),
  folders: z.array(z.string()),
  models: z.boolean(),
});
export type AssistantsReply = z.infer<typeof AssistantsReply>;

export const DocumentParams = z.object({ id: assistantId(), name: documentName() });
export const DocumentUpload = z.object({ markdown: text(50_000) });

/** Tries out a draft before it is saved; `assistantId` is the assistant whose uploaded documents are used. */
export const TryRequest = z.object({
  assistantId: z.optional(assistantId()),
  draft: AssistantEdit,
  history: z
    .array(z.object({ role: z.enum(['visitor', 'assistant']), content: text(20_000) }))
    .check(z.minLength(1), z.maxLength(40)),
});
export const TryReply = z.object({
  content: z.string(),
  sources: z.readonly(z.array(z.object({ title: z.string(), url: z.optional(z.string()) }))),
  answered: z.boolean(),
  requestsHuman: z.boolean(),
  usage: z.object({ inputTokens: count(), outputTokens: count(), cost: z.nullable(z.number()) }),
});
export type TryReply = z.infer<typeof TryReply>;
