import * as z from 'zod/mini';
import { named, time } from '../../lib/fields.ts';

/**
 * A visitor's contact details, with at least one of `email` and `phone`. Requests are validated; records not.
 */
export const ContactDetails = z.object({
  email: z.exactOptional(z.string()),
  phone: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
});
export type ContactDetails = z.output<typeof ContactDetails>;

const LeftTimes = z.object({ leftAt: time(), answeredAt: z.exactOptional(time()) });

/** When a visitor left a message, and when it was answered. */
export const LeftMessage = z
  .extend(LeftTimes, {
    /** An agent has answered by e-mail. */
    byEmail: z.exactOptional(z.literal(true)),
  })
  .register(
    z.globalRegistry,
    named(
      'LeftMessage',
      'A message that a visitor left for later. It is unanswered while `answeredAt` is absent.',
    ),
  );
export type LeftMessage = z.output<typeof LeftMessage>;

/** The contact of a conversation. Content: only agents and admins see it. */
export const Contact = z
  .object({ ...ContactDetails.shape, ...LeftTimes.shape })
  .register(z.globalRegistry, named('Contact', 'How to reach the visitor who left a message.'));
export type Contact = z.output<typeof Contact>;
