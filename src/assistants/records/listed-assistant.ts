import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { count, fieldsOf, named, time } from '../../lib/fields.ts';

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

/** A document of a draft; `change`: its difference to the live revision. */
const DraftDocument = z.extend(AssistantDocument, {
  change: z.enum(['none', 'added', 'replaced', 'removed']),
});
type DraftDocument = z.infer<typeof DraftDocument>;
export const draftDocument: (document: DraftDocument) => DraftDocument = fieldsOf(DraftDocument);

/** An assistant in the admin API; `etag` changes with the assistant and with its default flag. */
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

export const Draft = z
  .object({
    edit: AssistantEdit,
    documents: z.array(DraftDocument),
    /** The live changes since the draft was based on it; publishing overwrites it only on demand. */
    conflicts: z.object({ profile: z.boolean(), documents: z.array(z.string()) }),
    updatedAt: time(),
    etag: z.string(),
  })
  .register(
    z.globalRegistry,
    named('DraftRevision', 'Changes of an assistant that visitors do not get yet.'),
  );
export type Draft = z.infer<typeof Draft>;
