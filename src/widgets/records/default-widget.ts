import * as z from 'zod/mini';
import { CHAT_LANGUAGES } from '../rules/default-widget.ts';
import { named, time, trusted } from '../../lib/fields.ts';
import { Branding } from './widget.ts';

/**
 * The widget of the plain script tag, which is not registered. Its script runs in the page and not in a
 * frame, so it has no logo and no replaced texts. Attributes of the tag take precedence.
 */
export const DefaultWidget = z
  .object({
    branding: z.optional(z.omit(Branding, { logo: true, strings: true })),
    /** The language of the chat; absent: the page's. */
    locale: z.optional(z.enum(CHAT_LANGUAGES)),
    /** Whether visitors may send files. */
    attachments: z.optional(z.boolean()),
  })
  .register(z.globalRegistry, named('DefaultWidget', 'The look and the options of the plain script tag.'));
export type DefaultWidget = z.output<typeof DefaultWidget>;

export const StoredDefaultWidget = trusted(DefaultWidget);

/** A site on which the plain tag was seen. */
export const TagSighting = z.object({ origin: z.string(), at: time() });
export type TagSighting = z.output<typeof TagSighting>;
