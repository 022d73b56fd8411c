import * as z from 'zod/mini';
import type { AgentClaims, AgentIdentity, Clock } from '../../ports.ts';
import { tenantKeys } from './entra-keys.ts';
import { entraTokenVerifier, issuersOf } from './entra-tokens.ts';

const SCOPE = 'access_as_user';

interface EntraOptions {
  /** The audience: the application's UUID. */
  clientId: string;
  /** The UUID of the tenant that must have issued the tokens. */
  tenantId: string;
  /** The provider's address without a slash at the end, for example `https://login.microsoftonline.com`. */
  authority: string;
  /** The host names of this service, each with its port if it has one. */
  hosts: readonly string[];
  clock: Clock;
}

/**
 * Validates access tokens of one tenant of Microsoft Entra ID for one application (docs/rules.md, Agent
 * tokens): RS256, issuer (v1 or v2), audience, times with 60 s leeway, `tid`, `oid` and the scope
 * `access_as_user`. The client secret is not needed.
 */
export function entraIdentity({ clientId, tenantId, authority, hosts, clock }: EntraOptions): AgentIdentity {
  const client = clientId.toLowerCase();
  const tenant = tenantId.toLowerCase();
  const keys = tenantKeys(`${authority}/${tenant}/discovery/v2.0/keys`, clock);
  const issuer = issuersOf(authority, tenant);
  const claims = claimsFor(tenant, agentAudiences(client, hosts));

  return {
    signingKeys: () => keys.count(),
    verify: entraTokenVerifier({
      keys,
      clock,
      demanded: { issuer },
      read: (payload) => normalize(claims.parse(payload)),
    }),
  };
}

function claimsFor(tenant: string, audiences: ReadonlySet<string>) {
  return z.object({
    aud: z.string().check(z.refine((audience) => audiences.has(audience))),
    tid: z.literal(tenant),
    oid: z.string().check(z.minLength(1)),
    scp: z.string().check(z.refine((scopes) => scopes.split(' ').includes(SCOPE))),
    upn: z.optional(z.string()),
    preferred_username: z.optional(z.string()),
    email: z.optional(z.string()),
    name: z.optional(z.string()),
    groups: names(),
    roles: names(),
    /** With more than 200 groups the provider sends a reference instead of the list (overage claims). */
    _claim_names: z.catch(z.optional(z.object({ groups: z.optional(z.string()) })), undefined),
    /** The same for tokens of the implicit flow. */
    hasgroups: z.catch(z.optional(z.union([z.boolean(), z.string()])), undefined),
  });
}

/** Claims that only influence sorting: a token is valid without them, or if they have another form. */
const names = () => z.catch(z.array(z.string()), []);

type Claims = z.infer<ReturnType<typeof claimsFor>>;

function normalize(claims: Claims): AgentClaims {
  const { oid, tid, upn, preferred_username, email, name, groups, roles, hasgroups } = claims;
  const principal = upn ?? preferred_username ?? '';
  const isOverage = claims._claim_names?.groups !== undefined || String(hasgroups) === 'true';
  return {
    oid,
    upn: principal,
    email: email ?? principal,
    tenantId: tid,
    name: name ?? principal,
    memberships: [...groups, ...roles],
    ...(isOverage && { groupsLeftOut: true }),
  };
}

/**
 * The audiences of agent tokens: the application's id, `api://{id}`, and `api://{host}/{id}`, the form that
 * Teams requires, with each host name of the service (docs/rules.md, Agent tokens).
 */
export function agentAudiences(clientId: string, hosts: readonly string[]): ReadonlySet<string> {
  return new Set([clientId, `api://${clientId}`, ...hosts.map((host) => `api://${host}/${clientId}`)]);
}
