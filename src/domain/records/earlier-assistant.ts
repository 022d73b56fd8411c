import * as z from 'zod/mini';
import { AssistantEdit } from './assistant.ts';
import { trusted } from './fields.ts';

const Profile = trusted(AssistantEdit);

/** A document in a list that an earlier release stored. */
export const EarlierListing = z.object({
  name: z.string(),
  updatedAt: z.string(),
  /** The id of its text; absent: the text is stored under the name. */
  text: z.exactOptional(z.string()),
});
export type EarlierListing = z.output<typeof EarlierListing>;
/** A list of documents of an earlier release. */
export const EarlierList = z.object({ documents: z.array(EarlierListing) });
/** An assistant of an earlier release, in the kind `assistants`. */
export const EarlierAssistant = z.extend(Profile, {
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The tag of the profile; absent: the version of the record. */
  revision: z.exactOptional(z.string()),
  documents: z.exactOptional(EarlierList),
  /** The tag of the last published candidate (now: draft). */
  candidate: z.exactOptional(z.string()),
});
export type EarlierAssistant = z.output<typeof EarlierAssistant>;
/** The changes that were not live (now: draft); its documents had a separate list. */
export const EarlierCandidate = z.object({
  edit: Profile,
  removed: z.array(z.string()),
  basedOn: z.string(),
  updatedAt: z.string(),
});
/** An earlier version of an assistant; its texts were stored by time and name. */
export const EarlierVersion = z.object({
  edit: Profile,
  documents: z.array(EarlierListing),
  replacedAt: z.string(),
  ofDocuments: z.boolean(),
});
/** The text of a document, or its copy for a version. */
export const EarlierText = z.object({ markdown: z.string() });
