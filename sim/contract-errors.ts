import * as z from 'zod/mini';
import { STATUS_OF, type ErrorCode } from '../src/core/errors.ts';
import type { RefusedResponse } from './traffic.ts';

const Body = z.object({ error: z.string(), message: z.string().check(z.minLength(10)) });
const STATUSES: ReadonlyMap<string, number> = new Map(Object.entries(STATUS_OF));
const BUG_CODE: ErrorCode = 'internal-error';

/** Violations of the error contract (docs/api.md, Errors) as sentences; empty if there is no violation. */
export function contractViolations({ path, status, headers, body }: RefusedResponse): string[] {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return [`${path} answered ${status} without a code and a sentence`];
  const { error } = parsed.data;
  const inStream = status === 200;
  const wrong: string[] = [];
  if (!STATUSES.has(error) || error === BUG_CODE) wrong.push(`${path} answered ${error}`);
  if (!inStream && STATUSES.get(error) !== status) wrong.push(`${path} answered ${error} with ${status}`);
  if (!inStream && [429, 503].includes(status) && !(Number(headers.get('retry-after')) >= 1)) {
    wrong.push(`${path} answered ${status} without Retry-After`);
  }
  if (headers.get('x-request-id') === null) wrong.push(`${path} answered ${status} without x-request-id`);
  return wrong;
}

export function codeOf({ body }: RefusedResponse): string {
  return Body.parse(body).error;
}
