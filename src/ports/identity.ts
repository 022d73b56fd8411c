import type { AgentMemberships } from '../domain/agent-groups.ts';
import type { VisitorDirectory } from '../domain/records/widget.ts';
import type { SignIn } from '../domain/sign-in.ts';
import type { IdentityRefusal } from '../domain/visitor-identity.ts';
import type { VouchedVisitor } from '../domain/widgets.ts';

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
  /** The number of the provider's signing keys, fetched now unless they were fetched a moment ago. */
  signingKeys(): Promise<number>;
}

/** How agents sign in, and the verification of their tokens. */
export interface AgentAccess {
  agentIdentity: AgentIdentity;
  /** Undefined where no identity provider is configured. */
  agentSignIn: () => Promise<SignIn | undefined>;
  close(): Promise<void>;
}

/** The secrets of one sign-in, needed when the visitor returns from it. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The visitors' directories of registered widgets. An unreachable one is `identity-unavailable`. */
export interface VisitorDirectories {
  /** The URL where a visitor signs in; it redirects to `redirectUri`. */
  begin(directory: VisitorDirectory, redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /**
   * The visitor who returned to `returnUrl` with its query; undefined where they have not signed in, or not
   * in this sign-in.
   */
  finish(
    directory: VisitorDirectory,
    checks: SignInChecks,
    returnUrl: string,
  ): Promise<VouchedVisitor | undefined>;
}

/** The requirements for an identity token of a site. */
export interface ExpectedIdentity {
  issuer: string;
  audience: string;
  /** The secrets that may have signed it: the current one and the one before it. */
  secrets: readonly string[];
  /** The address of the key set whose keys may have signed it. */
  keySetUrl?: string | undefined;
  /** The claims that are kept of the visitor, by name. */
  claims?: readonly string[] | undefined;
}

/** The verification of identity tokens that sites sign for their visitors. */
export interface IdentityTokens {
  /** `identity-unavailable` where the key set cannot be fetched. */
  verify(
    token: string,
    expected: ExpectedIdentity,
  ): Promise<{ visitor: VouchedVisitor } | { refused: IdentityRefusal }>;
}
