import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

/** The client's configuration of an OpenID provider. */
interface ProviderAddress {
  authority: string;
  tenantId: string;
  clientId: string;
}

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
});
const tokens = z.object({
  access_token: z.string(),
  id_token: z.optional(z.string()),
  refresh_token: z.optional(z.string()),
  expires_in: z.number(),
});
type Tokens = z.infer<typeof tokens>;

/** Fetches the provider's discovery document. */
export async function discover({ authority, tenantId }: ProviderAddress) {
  const response = await fetch(`${authority}/${tenantId}/v2.0/.well-known/openid-configuration`);
  return discovery.parse(await response.json());
}

interface SignIn {
  redirectUri: string;
  scope?: string;
  parameters?: Record<string, string>;
  /** The name of the agent to choose on the sign-in page. */
  agent: string;
}

/** A browser that signs in. It follows no redirects. */
export function browser(provider: ProviderAddress) {
  const visit = (url: string, form?: URLSearchParams): Promise<Response> =>
    fetch(url, { redirect: 'manual', ...(form && { method: 'POST', body: form }) });

  return {
    visit,
    /** Runs the authorization code flow with PKCE. */
    async signIn({ redirectUri, scope, parameters = {}, agent }: SignIn): Promise<Tokens> {
      const verifier = randomBytes(32).toString('base64url');
      const { authorization_endpoint, token_endpoint } = await discover(provider);
      const query = new URLSearchParams({
        client_id: provider.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scope ?? `openid profile offline_access api://${provider.clientId}/access_as_user`,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        state: 'state',
        ...parameters,
      });
      let answer = await visit(`${authorization_endpoint}?${query}`);
      if (answer.status === 200) {
        const page = await answer.clone().text();
        const oid = new RegExp(`value="([^"]+)"(?:(?!</button>).)*${agent}`, 's').exec(page)?.[1];
        if (oid === undefined) throw new Error(`The page does not offer ${agent}: ${page}`);
        answer = await visit(answer.url, new URLSearchParams({ agent: oid }));
      }
      const back = new URL(answer.headers.get('location') ?? 'about:blank');
      const code = back.searchParams.get('code');
      if (code === null) throw new Error(`There is no code: ${back.href} ${await answer.text()}`);
      const form = {
        grant_type: 'authorization_code',
        client_id: provider.clientId,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      };
      return redeem(token_endpoint, form, new URL(redirectUri).origin);
    },
  };
}

/** Exchanges a code or a refresh token, as a browser at `origin` does. */
export async function redeem(
  tokenEndpoint: string,
  form: Record<string, string>,
  origin = 'http://localhost:7071',
): Promise<Tokens> {
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`The exchange failed: ${response.status} ${await response.text()}`);
  return tokens.parse(await response.json());
}
