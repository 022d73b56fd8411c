import * as z from 'zod/mini';
import { DOCUMENT_NAME } from '../../platform/rules/document-names.ts';
import { AssistantChange, AssistantEdit } from '../records/assistant.ts';
import { count, text, time, uuid } from '../../lib/fields.ts';
import { Assistant, AssistantDocument, Draft } from '../records/listed-assistant.ts';
import { Source } from '../../conversations/records/message.ts';

/** `default` is the first assistant. */
const assistantId = () =>
  z.string().check(z.toLowerCase(), z.regex(/^(default|[0-9a-f-]{36})$/, 'must be an id'));

export { AssistantChange };

/** The name of an uploaded document: a Markdown file name. */
const documentName = () =>
  z.string().check(z.regex(DOCUMENT_NAME, 'must be the name of a Markdown file, such as prices.md'));

export type { Assistant, AssistantDocument, Draft } from '../records/listed-assistant.ts';

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
/** A Markdown text, or the id of a previewed upload. */
export const DocumentUpload = z
  .object({ markdown: z.optional(text(50_000)), uploadId: z.optional(uuid()) })
  .check(
    z.refine(({ markdown, uploadId }) => (markdown === undefined) !== (uploadId === undefined), {
      message: 'must be given, or else an uploadId',
      path: ['markdown'],
    }),
  );

/** A document with the sections that the search uses. */
export const DocumentReply = z.object({
  document: z.object({
    name: z.string(),
    markdown: z.string(),
    sections: z.readonly(
      z.array(
        z.object({
          title: z.string(),
          /** The headings above it, outermost first. */
          path: z.readonly(z.array(z.string())),
          markdown: z.string(),
        }),
      ),
    ),
    /** Texts about the parts of the file that the document leaves out; only for a preview. */
    leftOut: z.optional(z.readonly(z.array(z.string()))),
  }),
});
export type DocumentReply = z.infer<typeof DocumentReply>;

/** Tries an unsaved assistant; `assistantId`: the assistant whose documents are used. */
export const TryRequest = z.object({
  assistantId: z.optional(assistantId()),
  draft: AssistantChange,
  history: z
    .array(z.object({ role: z.enum(['visitor', 'assistant']), content: text(20_000) }))
    .check(z.minLength(1), z.maxLength(40)),
});
export const TryReply = z.object({
  content: z.string(),
  /** Of a quote: its passage, without the words around it. */
  passage: z.exactOptional(z.string()),
  sources: z.readonly(z.array(Source)),
  links: z.exactOptional(z.readonly(z.array(z.string()))),
  answered: z.boolean(),
  requestsHuman: z.boolean(),
  usage: z.object({ inputTokens: count(), outputTokens: count(), cost: z.nullable(z.number()) }),
});
export type TryReply = z.infer<typeof TryReply>;

/** `overwrite`: also if what is live was changed since the draft was made. */
export const PublishDraftQuery = z.object({ overwrite: z.optional(z.literal('true')) });
export const DraftReply = z.object({ draft: Draft });
export type DraftReply = z.infer<typeof DraftReply>;
/** `draft` is absent if the assistant has no draft. */
export const DraftState = z.object({ draft: z.optional(Draft) });
export type DraftState = z.infer<typeof DraftState>;

export const VersionParams = z.object({
  id: assistantId(),
  version: z.string().check(z.regex(/^\d{14}-[0-9a-f-]{36}$/, 'must be the id of a version')),
});
export const VersionsReply = z.object({
  versions: z.array(
    z.object({
      id: z.string(),
      edit: AssistantEdit,
      documents: z.readonly(z.array(AssistantDocument)),
      /** When the next version replaced it. */
      replacedAt: time(),
    }),
  ),
});
export type VersionsReply = z.infer<typeof VersionsReply>;
