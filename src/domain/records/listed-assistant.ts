import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { count, named, time } from './fields.ts';

/** A document of an assistant, without its text. */
export const AssistantDocument = z.object({ name: z.string(), characters: count(), updatedAt: time() });
export type AssistantDocument = z.infer<typeof AssistantDocument>;

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

/** Changes of an assistant that are not live; `change` says how a document differs from the live ones. */
export const Candidate = z
  .object({
    edit: AssistantEdit,
    documents: z.array(
      z.extend(AssistantDocument, { change: z.enum(['none', 'added', 'replaced', 'removed']) }),
    ),
    /** The live assistant was changed since: publishing is refused until the changes are saved again. */
    outdated: z.boolean(),
    updatedAt: time(),
    etag: z.string(),
  })
  .register(
    z.globalRegistry,
    named('AssistantCandidate', 'Changes of an assistant that visitors do not get yet.'),
  );
export type Candidate = z.infer<typeof Candidate>;
