import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { time, trusted } from './fields.ts';

/** A document of a revision, without its text. */
export const RevisionDocument = trusted(
  z.object({
    /** Unique within the assistant. */
    name: z.string(),
    /** Its source: `files`, `answers`, or the id of another source. */
    source: z.string(),
    title: z.string(),
    /** The page that it was read from. */
    url: z.exactOptional(z.string()),
    /** The SHA-256 of its text, under which the text is stored. */
    textHash: z.string(),
    /** The length of its text in UTF-16 code units. */
    characters: z.int(),
    /** When its text last changed. */
    updatedAt: time(),
  }),
);
export type RevisionDocument = z.output<typeof RevisionDocument>;

/** An immutable revision: the profile of an assistant and the list of its documents (ADR 45). */
export const StoredRevision = trusted(
  z.object({
    edit: AssistantEdit,
    documents: z.readonly(z.array(RevisionDocument)),
    createdAt: time(),
  }),
);
export type StoredRevision = z.output<typeof StoredRevision>;
