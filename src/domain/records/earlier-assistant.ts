import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { trusted } from './fields.ts';

const Profile = trusted(AssistantEdit);

/** A document in a list of an earlier release. */
export const EarlierListing = z.object({
  name: z.string(),
  updatedAt: z.string(),
  /** The id of its text; without one the text is stored under the name. */
  text: z.exactOptional(z.string()),
});
export type EarlierListing = z.output<typeof EarlierListing>;
/** A list of documents; that of a stored assistant is in its record. */
export const EarlierList = z.object({ documents: z.array(EarlierListing) });
/** An assistant, under the kind `assistants`. */
export const EarlierAssistant = z.extend(Profile, {
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The tag of the profile; without one it is the version of the record. */
  revision: z.exactOptional(z.string()),
  documents: z.exactOptional(EarlierList),
  /** The tag of the candidate that was published last. */
  candidate: z.exactOptional(z.string()),
});
export type EarlierAssistant = z.output<typeof EarlierAssistant>;
/** The changes that were not live; its documents had a separate list. */
export const EarlierCandidate = z.object({
  edit: Profile,
  removed: z.array(z.string()),
  basedOn: z.string(),
  updatedAt: z.string(),
});
/** An assistant before a change; its texts were kept by their time and name. */
export const EarlierVersion = z.object({
  edit: Profile,
  documents: z.array(EarlierListing),
  replacedAt: z.string(),
  ofDocuments: z.boolean(),
});
/** A text, or the copy of one for a version. */
export const EarlierText = z.object({ markdown: z.string() });
