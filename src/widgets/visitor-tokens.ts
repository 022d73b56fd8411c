import * as z from 'zod/mini';
import type { VisitorClaims, VerifiedVisitor } from '../conversations/rules/visitors.ts';
import type { Clock, Random, Tokens } from '../ports.ts';

const TOKEN_SECONDS = 15 * 60;
const RENEWAL_SECONDS = 30 * 24 * 3600;
/** How long a proof is valid, in seconds. */
export const PROOF_SECONDS = 60;

/** The claims of a token; `visitor` only if they have signed in. */
export interface VisitorGrant extends VisitorClaims {
  visitor?: VerifiedVisitor;
  /** A link in an e-mail opened the conversation for this anonymous visitor. */
  linked?: true;
}

/** `expiresAt`: of the token; RFC 3339. */
export interface IssuedToken {
  token: string;
  renewal: string;
  expiresAt: string;
}

/** A completed sign-in on a widget. */
interface SignInProof {
  widgetId: string;
  visitor: VerifiedVisitor;
}

/** A parsed proof, with its unique id for single use. */
interface PresentedProof extends SignInProof {
  id: string;
}

const VisitorFields = z.object({
  iss: z.string(),
  sub: z.string(),
  name: z.string(),
  email: z.exactOptional(z.string()),
  emailVerified: z.exactOptional(z.boolean()),
  claims: z.exactOptional(z.record(z.string(), z.string())),
});
const Grant = z.object({
  exp: z.number(),
  sub: z.string(),
  wid: z.string(),
  visitor: z.exactOptional(VisitorFields),
  link: z.exactOptional(z.literal(true)),
});
const Proof = z.object({ jti: z.string(), exp: z.number(), wid: z.string(), ...VisitorFields.shape });

/** The tokens of registered widgets' visitors (docs/api.md, Visitor tokens). */
export function visitorTokens({ tokens, clock, random }: { tokens: Tokens; clock: Clock; random: Random }) {
  const nowSeconds = () => Math.floor(clock.now() / 1000);

  return {
    /** A token for 15 minutes, and its renewal for 30 days. */
    async issue({ sessionId, widgetId, visitor, linked }: VisitorGrant): Promise<IssuedToken> {
      const claims = {
        sub: sessionId,
        wid: widgetId,
        ...(visitor && { visitor: claimsOf(visitor) }),
        ...(linked && { link: linked }),
      };
      const expiresAt = new Date((nowSeconds() + TOKEN_SECONDS) * 1000).toISOString();
      const [token, renewal] = await Promise.all([
        tokens.issue('visitor', claims, TOKEN_SECONDS),
        tokens.issue('renewal', claims, RENEWAL_SECONDS),
      ]);
      return { token, renewal, expiresAt };
    },
    /** Reads a token; `expired` ones are returned, too. */
    async token(token: string): Promise<(VisitorGrant & { expired: boolean }) | undefined> {
      const claims = Grant.safeParse(await tokens.readEvenExpired('visitor', token)).data;
      return claims && { ...grantOf(claims), expired: claims.exp <= nowSeconds() };
    },
    async renewal(renewal: string): Promise<VisitorGrant | undefined> {
      const claims = Grant.safeParse(await tokens.read('renewal', renewal)).data;
      return claims && grantOf(claims);
    },

    /** Issues a proof of a sign-in, valid for a minute. */
    issueProof: ({ widgetId, visitor }: SignInProof): Promise<string> =>
      tokens.issue(
        'sign-in-proof',
        { jti: random.uuid(), wid: widgetId, ...claimsOf(visitor) },
        PROOF_SECONDS,
      ),
    async proof(proof: string): Promise<PresentedProof | undefined> {
      const claims = Proof.safeParse(await tokens.read('sign-in-proof', proof)).data;
      if (!claims) return undefined;
      const { jti: id, exp: _exp, wid: widgetId, ...visitor } = claims;
      return { id, widgetId, visitor: visitorOf(visitor) };
    },
  };
}

/** Issues and reads visitors' tokens. Invalid and expired ones read as undefined. */
export type VisitorTokens = ReturnType<typeof visitorTokens>;

function grantOf({ sub: sessionId, wid: widgetId, visitor, link }: z.infer<typeof Grant>): VisitorGrant {
  return {
    sessionId,
    widgetId,
    ...(visitor && { visitor: visitorOf(visitor) }),
    ...(link && { linked: link }),
  };
}

function claimsOf({ issuer, subject, ...attributes }: VerifiedVisitor): z.infer<typeof VisitorFields> {
  return { iss: issuer, sub: subject, ...attributes };
}

function visitorOf({ iss, sub, ...attributes }: z.infer<typeof VisitorFields>): VerifiedVisitor {
  return { issuer: iss, subject: sub, ...attributes };
}
