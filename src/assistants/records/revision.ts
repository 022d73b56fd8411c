import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { time, trusted } from '../../lib/fields.ts';
import { RevisionDocument } from '../../knowledge/records/knowledge-document.ts';

/** A document that a draft changes. */
const DocumentChange = z.object({
  name: z.string(),
  /** The hash of the live text that the change is based on; absent if there was no live document. */
  base: z.exactOptional(z.string()),
});

/**
 * An immutable revision: the profile of an assistant and its uploaded and added documents (ADR 45). That of a
 * draft has only the documents that the draft adds or replaces.
 */
export const StoredRevision = trusted(
  z.object({
    edit: AssistantEdit,
    documents: z.readonly(z.array(RevisionDocument)),
    /** Only of a draft: what it changes; a changed document that is missing in `documents` is removed. */
    changes: z.exactOptional(z.readonly(z.array(DocumentChange))),
    createdAt: time(),
  }),
);
export type StoredRevision = z.output<typeof StoredRevision>;
