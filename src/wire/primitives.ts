import * as z from 'zod/mini';
import { codePointLength, MAX_MESSAGE_LENGTH } from '../domain/message.ts';

/** A UUID, lower-cased here once: upper case means the same id. */
export const uuid = () => z.guid().check(z.toLowerCase());

/** RFC 3339 in UTC with milliseconds. */
export const time = () => z.iso.datetime();

/**
 * Text of 1 to `limit` Unicode code points after trimming white space at the ends; lone surrogates are
 * replaced.
 */
export function text(limit = MAX_MESSAGE_LENGTH) {
  return z
    .string()
    .check(
      z.overwrite((value) => value.toWellFormed().trim()),
      z.refine((value) => value.length > 0, 'must not be empty'),
      z.refine(
        (value) => value.length <= limit || codePointLength(value) <= limit,
        `must be at most ${limit} characters`,
      ),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: limit });
}

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

/** A language tag (BCP 47), for example `de-AT`. */
export const languageTag = () => z.string().check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/));

/** The position in a list; opaque. */
export const cursor = () => z.string().check(z.minLength(1), z.maxLength(1000));

/** A count of things, tokens or seconds. */
export const count = () => z.int().check(z.minimum(0));

/** A filter by source: the primary domain of a widget, or the host of a site. */
export const sourceDomain = () => z.string().check(z.toLowerCase(), z.minLength(1), z.maxLength(260));
