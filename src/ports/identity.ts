import type { AgentMemberships } from '../conversations/rules/agent-groups.ts';
import type { VisitorDirectory } from '../widgets/records/widget.ts';
import type { SignIn } from '../access/records/agent-application.ts';
import type { IdentityRefusal } from '../widgets/rules/visitor-identity.ts';
import type { VerifiedVisitor } from '../conversations/rules/visitors.ts';

/** The normalized claims of an agent token (docs/rules.md, Agent tokens). */
export interface AgentClaims extends AgentMemberships {
  oid: string;
  upn: string;
  email: string;
  tenantId: string;
  /** The display name. */
  name: string;
}

/**
 * Validates agent tokens. An invalid token is `unauthorized`; unavailable keys are `identity-unavailable`.
 */
export interface AgentIdentity {
  verify(token: string): Promise<AgentClaims>;
  /** How many signing keys the provider publishes. They are fetched unless they were fetched recently. */
  signingKeys(): Promise<number>;
}

/** How agents sign in, and the verification of their tokens. */
export interface AgentAccess {
  agentIdentity: AgentIdentity;
  /** Undefined if no identity provider is configured. */
  agentSignIn: () => Promise<SignIn | undefined>;
  close(): Promise<void>;
}

/** The checks of one OpenID Connect sign-in (RFC 7636 for `verifier`), kept until the visitor returns. */
interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Visitors' sign-in with the directories of registered widgets. Unreachable: `identity-unavailable`. */
export interface VisitorDirectories {
  /** The URL where a visitor signs in; it redirects to `redirectUri`. */
  begin(directory: VisitorDirectory, redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /**
   * The visitor who returned to `returnUrl`; undefined if they did not sign in, or if the query of the URL
   * belongs to another sign-in.
   */
  finish(
    directory: VisitorDirectory,
    checks: SignInChecks,
    returnUrl: string,
  ): Promise<VerifiedVisitor | undefined>;
}

/** The requirements for an identity token of a site. */
export interface ExpectedIdentity {
  issuer: string;
  audience: string;
  /** Accepted signing secrets: the current one and the one before it. */
  secrets: readonly string[];
  /** The URL of a JSON Web Key Set (RFC 7517) with accepted keys. */
  keySetUrl?: string | undefined;
  /** The names of the claims that are stored with the visitor. */
  claims?: readonly string[] | undefined;
}

/** Verifies the identity tokens that sites sign for their visitors. */
export interface IdentityTokens {
  /** Throws `identity-unavailable` if the key set cannot be fetched. */
  verify(
    token: string,
    expected: ExpectedIdentity,
  ): Promise<{ visitor: VerifiedVisitor } | { refused: IdentityRefusal }>;
}
