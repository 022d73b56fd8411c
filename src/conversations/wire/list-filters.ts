import * as z from 'zod/mini';
import { text, uuid } from '../../lib/fields.ts';
import { NO_WIDGET, RATING_FILTERS } from '../rules/session-facets.ts';
import { languageTag, sourceDomain } from '../../platform/wire/query-fields.ts';

/** The filters of lists of conversations; all of them must match. */
export const listFilters = {
  /** The id of a registered widget; `none` for the plain embed. */
  widget: z.optional(z.union([z.literal(NO_WIDGET), uuid()])),
  /** The oid of the agent who has, or had at the close, the conversation. */
  agent: z.optional(text(100)),
  /** The id of a tag. */
  tag: z.optional(uuid()),
  sourceDomain: z.optional(sourceDomain()),
  rating: z.optional(z.enum(RATING_FILTERS)),
  /** The language of the visitor's browser; its region is ignored. */
  language: z.optional(languageTag()),
  /** Whole words of a name, an e-mail address, a phone number or the id of a verified visitor. */
  person: z.optional(text(200)),
};
