import * as z from 'zod/mini';
import { time, trusted } from '../../lib/fields.ts';

/** A document of a revision, without its text. */
export const RevisionDocument = trusted(
  z.object({
    /** Unique within the assistant. */
    name: z.string(),
    /** Its source: `files`, `answers`, or the id of a website. */
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
