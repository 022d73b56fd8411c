import type { SignedInVisitor } from '../../conversations/records/session.ts';
import { verifiedEmail } from '../../conversations/rules/visitors.ts';

/**
 * The facts about a verified visitor that actions may use, by name: `id`, `email` if it is verified, and
 * claims.
 */
export type VisitorClaims = Readonly<Record<string, string>>;

/** A verified visitor in the token of a call. */
export interface TokenVisitor {
  subject: string;
  /** Only if it is verified. */
  email?: string;
  claims: VisitorClaims;
}

/**
 * The claims of a visitor; empty for an unverified one. The site's claims cannot override `id` or `email`.
 */
export function claimsOf(visitor: SignedInVisitor | undefined): VisitorClaims {
  if (!visitor) return {};
  const { subject, claims = {} } = visitor;
  const email = verifiedEmail(visitor);
  return {
    ...Object.fromEntries(Object.entries(claims).filter(([name]) => name !== 'email')),
    ...(email !== undefined && { email }),
    id: subject,
  };
}

/** The visitor in the form of the call's token; undefined if the visitor is not verified. */
export function tokenVisitor({ id, email, ...claims }: VisitorClaims): TokenVisitor | undefined {
  if (id === undefined) return undefined;
  return { subject: id, ...(email !== undefined && { email }), claims };
}
