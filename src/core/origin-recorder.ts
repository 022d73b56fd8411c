import type { Allowlist } from '../conversations/rules/origin.ts';

/*
 * docs/rules.md, Origin of a session:
 *
 * 1. Recorded once, when the session is created, from the browser's Origin request header.
 * 2. Recorded only when that header exactly equals an entry of ALLOWED_ORIGINS that is not the wildcard.
 * 3. When ALLOWED_ORIGINS is the wildcard *, no origin is recorded. The literal * is never stored.
 * 4. Sessions without a recorded origin show a placeholder mark in the dashboard.
 * 5. Never used for authentication or routing.
 * 6. Shown in the dashboard, the session lists and the transcript.
 */

/** The origin to record for a new session; undefined if rules 2 and 3 forbid it. */
export function recordOrigin(originHeader: string | undefined, { origins }: Allowlist): string | undefined {
  return originHeader !== undefined && origins.has(originHeader) ? originHeader : undefined;
}
