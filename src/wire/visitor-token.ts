import * as z from 'zod/mini';
import { time, uuid } from '../domain/records/fields.ts';

const secret = () => z.string().check(z.minLength(1), z.maxLength(4000));

/**
 * `renewal` continues the session that it was issued with; `proof` is the result of a sign-in; `fresh` starts
 * a new session for the same visitor.
 */
export const VisitorTokenRequest = z
  .object({
    widgetId: z.string().check(z.maxLength(100)),
    renewal: z.optional(secret()),
    proof: z.optional(secret()),
    fresh: z._default(z.boolean(), false),
  })
  .register(z.globalRegistry, {
    id: 'VisitorTokenRequest',
    description: 'A registered widget asks for the token of its visitor.',
  });

export const VisitorTokenReply = z
  .object({
    /** Sent with every chat call as `Authorization: Bearer`. */
    token: z.string(),
    /** Sent to this endpoint only. */
    renewal: z.string(),
    sessionId: uuid(),
    expiresAt: time(),
    /** The visitor, once signed in. */
    visitor: z.optional(z.object({ name: z.string() })),
  })
  .register(z.globalRegistry, {
    id: 'VisitorToken',
    description:
      'A visitor’s token, bound to one widget and one session; keep both secrets out of logs and addresses.',
  });
export type VisitorTokenReply = z.infer<typeof VisitorTokenReply>;
