import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { count, fieldsOf, named, time } from './fields.ts';

/** A document of an assistant, without its text. */
export const AssistantDocument = z.object({
  name: z.string(),
  /** `files`, `answers`, or the id of another source. */
  source: z.string(),
  title: z.string(),
  url: z.exactOptional(z.string()),
  characters: count(),
  updatedAt: time(),
});
export type AssistantDocument = z.infer<typeof AssistantDocument>;
export const listedDocument: (document: AssistantDocument) => AssistantDocument = fieldsOf(AssistantDocument);

/** `change` says how it differs from the live ones. */
export const DraftDocument = z.extend(AssistantDocument, {
  change: z.enum(['none', 'added', 'replaced', 'removed']),
});
type DraftDocument = z.infer<typeof DraftDocument>;
export const draftDocument: (document: DraftDocument) => DraftDocument = fieldsOf(DraftDocument);

/** An assistant as admins see it; the entity tag changes with the assistant and its default flag. */
export const Assistant = z
  .extend(AssistantEdit, {
    id: z.string(),
    isDefault: z.boolean(),
    documents: z.readonly(z.array(AssistantDocument)),
    createdAt: z.optional(time()),
    updatedAt: z.optional(time()),
    etag: z.string(),
  })
  .register(z.globalRegistry, named('Assistant', 'An assistant.'));
export type Assistant = z.infer<typeof Assistant>;

/** Changes of an assistant that are not live. */
export const Draft = z
  .object({
    edit: AssistantEdit,
    documents: z.array(DraftDocument),
    /**
     * The live assistant was changed in the same place since: publishing is refused until the draft is saved
     * again.
     */
    outdated: z.boolean(),
    updatedAt: time(),
    etag: z.string(),
  })
  .register(
    z.globalRegistry,
    named('DraftRevision', 'Changes of an assistant that visitors do not get yet.'),
  );
export type Draft = z.infer<typeof Draft>;
