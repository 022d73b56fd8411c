import * as z from 'zod/mini';
import { timeZone, named, uuid } from '../../lib/fields.ts';

/** A whole number in a query string. */
export function queryInteger(minimum: number, maximum: number) {
  const expected = `must be a whole number from ${minimum} to ${maximum}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, expected)),
    z.pipe(
      z.transform(Number),
      z.int(expected).check(z.minimum(minimum, expected), z.maximum(maximum, expected)),
    ),
  );
}

/** The maximum number of items in a reply; `otherwise`: the default. */
export const limit = (otherwise: number, most = 200) => z._default(queryInteger(1, most), otherwise);

/** The time windows of lists; each ends now. */
export const ListWindow = z.enum(['24h', '7d', '30d', 'all']);
export type ListWindow = z.infer<typeof ListWindow>;

/** A language tag (BCP 47), for example `de-AT`. */
export const languageTag = () => z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/));

/** An opaque position in a list. */
export const cursor = () => z.string().check(z.minLength(1), z.maxLength(1000));

/** A filter by source: the primary domain of a widget, or the host of a site. */
export const sourceDomain = () => z.string().check(z.toLowerCase(), z.minLength(1), z.maxLength(260));

/** A time (RFC 3339), or a day, which means its start in UTC; converted to the stored format. */
export const moment = () =>
  z.pipe(
    z.union(
      [z.iso.datetime({ offset: true }), z.iso.date()],
      'must be a time such as 2026-11-20T17:24:00Z, or a day',
    ),
    z.transform((value) => new Date(value).toISOString()),
  );

/** The reader of a file. Without `locale`, `Accept-Language` decides; without `timeZone`, times are UTC. */
export const fileFormat = { locale: z.optional(languageTag()), timeZone: z.optional(timeZone()) };

/** The session id in a route. */
export const SessionParams = z.object({ id: uuid() });

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
