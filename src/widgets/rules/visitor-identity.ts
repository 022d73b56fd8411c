import { emailAddress, plainName } from '../../conversations/rules/contact.ts';
import { isDomainHost } from '../../lib/hosts.ts';
import { codePointLength } from '../../lib/text.ts';

/** The maximum length of an identity token, in characters. */
export const MAX_IDENTITY_TOKEN_LENGTH = 4_000;

/** The maximum age of an identity token in seconds, even if its `exp` is later. */
export const MAX_IDENTITY_AGE_SECONDS = 3_600;

/** The allowed clock skew between a site and the service, in seconds. */
export const IDENTITY_LEEWAY_SECONDS = 60;

/**
 * The accepted algorithms with a secret, and with a key set. They are disjoint, against algorithm confusion.
 */
export const SECRET_ALGORITHMS = ['HS256'] as const;
export const KEY_SET_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

/** Why a site's identity token is refused. */
export type IdentityRefusal =
  | 'not-configured'
  | 'too-long'
  | 'not-a-token'
  | 'wrong-algorithm'
  | 'no-secret'
  | 'no-key-set'
  | 'wrong-signature'
  | 'unknown-key'
  | 'claim-missing'
  | 'claim-invalid'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'expired'
  | 'too-old'
  | 'not-yet-valid';

/** The texts in the browser's console for the site's developer; they contain no part of the token. */
export const IDENTITY_REFUSAL_TEXTS: Record<IdentityRefusal, string> = {
  'not-configured': 'This widget takes no identity tokens. Set up “Verified identity” in its settings.',
  'too-long': `The token is longer than ${MAX_IDENTITY_TOKEN_LENGTH} characters.`,
  'not-a-token': 'This is not a signed JSON Web Token: three base64url parts, separated by dots.',
  'wrong-algorithm':
    'The algorithm in the header ("alg") is not accepted. Sign with HS256 and a secret, or with RS256, PS256, ES256 or EdDSA and a key of the key set.',
  'no-secret': 'The token is signed with a secret, and this widget has none. Create one in its settings.',
  'no-key-set': 'The token is signed with a private key, and this widget has no key set address.',
  'wrong-signature': 'The signature does not match: the token was signed with another key, or changed.',
  'unknown-key': 'The key set has no key, or more than one, for the header of this token ("kid", "alg").',
  'claim-missing': 'A claim is missing. Required are "iss", "aud", "sub", "iat" and "exp".',
  'claim-invalid':
    'A claim has the wrong form. "sub" is a text of 1 to 255 characters without control characters; "iat", "exp" and "nbf" are seconds.',
  'wrong-issuer': 'The issuer ("iss") is not the one in the widget’s settings.',
  'wrong-audience': 'The audience ("aud") is not the id of this widget.',
  expired: 'The token has expired ("exp").',
  'too-old': 'The token was issued more than an hour ago ("iat"). Sign a new one for each page.',
  'not-yet-valid': 'The token is not valid yet ("nbf" or "iat" is in the future). Check the server’s clock.',
};

/**
 * Whether a text is a valid URL of a key set: https, the standard port, a domain name. The connection checks
 * the IP addresses of the name (server-side request forgery).
 */
export function isKeySetAddress(text: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(text);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '' || hash !== '') return false;
  return isDomainHost(hostname);
}

/** The maximum number of claims of a site for actions. */
export const MAX_SITE_CLAIMS = 10;
const MAX_CLAIM_LENGTH = 200;

/**
 * The registered claims of a token (RFC 7519 §4.1), and the names that actions use for the visitor's fields.
 */
const RESERVED_CLAIMS = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'id', 'email', 'email_verified'];

/** Whether a text is a valid name of a claim for actions. */
export function isSiteClaim(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,49}$/.test(name) && !RESERVED_CLAIMS.includes(name);
}

/**
 * The claims of a verified token that a widget stores: texts, numbers and booleans, as text. Values over 200
 * characters, with invisible characters, or with numbers that JSON cannot represent exactly are left out,
 * because a changed value could identify another customer.
 */
export function siteClaims(
  names: readonly string[],
  payload: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = Object.hasOwn(payload, name) ? claimText(payload[name]) : undefined;
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

function claimText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return isExact(value) ? String(value) : undefined;
  if (typeof value !== 'string' || !value.isWellFormed() || !plainName(value)) return undefined;
  return value.trim() === '' || codePointLength(value) > MAX_CLAIM_LENGTH ? undefined : value;
}

/** Whether a parsed number is exactly the written one. */
const isExact = (value: number): boolean => Number.isSafeInteger(value) || !Number.isInteger(value);

/** The maximum length of a name, in characters; longer ones are cut. */
const MAX_NAME = 100;
const MAX_SUBJECT = 255;

/** The claims of a directory or a site about a visitor, not yet validated. */
interface VisitorAttributes {
  subject: string;
  /** Candidates in order of preference; the first valid one is used. */
  names: readonly (string | undefined)[];
  email?: string | undefined;
  emailVerified: boolean;
}

/** Whether a text is a valid subject; it is also the name of a visitor without one. */
export function isSubject(text: string): boolean {
  return text.length > 0 && text.length <= MAX_SUBJECT && plainName(text);
}

/** A visible character. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Validates the attributes of a visitor for storage, by the rules of the contact form: misleading names and
 * invalid addresses are left out. Without a name, the subject is the name.
 */
export function visitorAttributes({ subject, names, email, emailVerified }: VisitorAttributes) {
  const trimmed = names.map((name) => name?.trim());
  const called = trimmed.find((it) => it !== undefined && SEEN.test(it) && plainName(it)) ?? subject;
  const address = email === undefined ? undefined : emailAddress(email);
  return {
    subject,
    name: Array.from(called.toWellFormed().trim()).slice(0, MAX_NAME).join(''),
    ...(address !== undefined && { email: address, emailVerified }),
  };
}
