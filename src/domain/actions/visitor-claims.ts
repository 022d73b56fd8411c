import type { SignedInVisitor } from '../records/session.ts';

/** What actions may know of a verified visitor, by name: `id`, `email` if it is verified, and claims. */
export type VisitorClaims = Readonly<Record<string, string>>;

/** A claim of the site's token cannot take the place of `id` or `email`. */
export function claimsOf(visitor: SignedInVisitor | undefined): VisitorClaims {
  if (!visitor) return {};
  const { subject, email, emailVerified, claims = {} } = visitor;
  return {
    ...Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'email')),
    ...(emailVerified === true && email !== undefined && { email }),
    id: subject,
  };
}
