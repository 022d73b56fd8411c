import * as z from 'zod/mini';
import { emailAddress } from '../../conversations/rules/contact.ts';
import { time, uuid } from '../../lib/fields.ts';
import { SessionStatus } from '../../conversations/records/session.ts';

/** The token of a link in an e-mail; opaque. */
const token = () => z.string().check(z.minLength(1), z.maxLength(2000));

export const EmailPageParams = z.object({ token: token() });

export const EmailLinkRequest = z
  .object({
    link: token(),
    /** The registered widget that asks; absent for the plain embed. */
    widgetId: z.optional(uuid()),
  })
  .register(z.globalRegistry, {
    id: 'EmailLinkRequest',
    description: 'The token of a link that opens a conversation.',
  });

export const EmailLinkReply = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    access: z.optional(z.object({ token: z.string(), renewal: z.string(), expiresAt: time() })),
  })
  .register(z.globalRegistry, {
    id: 'EmailLinkReply',
    description: 'The conversation of a link; `access` is for a registered widget.',
  });
export type EmailLinkReply = z.infer<typeof EmailLinkReply>;

export const TranscriptRequest = z
  .object({
    sessionId: uuid(),
    email: z.string().check(
      z.maxLength(300),
      z.overwrite((typed) => emailAddress(typed) ?? typed),
      z.refine(
        (typed) => emailAddress(typed) !== undefined,
        'must be an e-mail address such as mia@example.com',
      ),
    ),
  })
  .register(z.globalRegistry, {
    id: 'TranscriptRequest',
    description: 'The address to which a visitor wants the conversation.',
  });

export const SeenRequest = z
  .object({ sessionId: uuid(), seq: z.int().check(z.minimum(1)) })
  .register(z.globalRegistry, { id: 'SeenRequest', description: 'Up to which message a visitor has read.' });
