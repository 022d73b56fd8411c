import * as z from 'zod/mini';
import { named, uuid } from '../domain/records/fields.ts';
import { TokenUsage } from '../domain/records/token-usage.ts';

/** The session id in a route. */
export const SessionParams = z.object({ id: uuid() });

export const Usage = z
  .pick(TokenUsage, { inputTokens: true, outputTokens: true })
  .register(z.globalRegistry, named('Usage', 'Tokens that one answer used.'));

export const ErrorBody = z
  .looseObject({
    error: z.string(),
    message: z.string(),
    issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
    retryAfterSeconds: z.optional(z.int().check(z.minimum(1))),
  })
  .register(
    z.globalRegistry,
    named('Error', '`error` is a stable code; `message` is one sentence for a person.'),
  );
