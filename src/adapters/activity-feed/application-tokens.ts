import * as z from 'zod/mini';
import { TimeoutError, withTimeout } from '../../lib/concurrency.ts';
import type { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';
import type { ApplicationSignIn, Clock, FederatedIdentity } from '../../ports.ts';

/**
 * The least validity left, in milliseconds: Microsoft Graph refuses activity notifications with a token that
 * expires within 45 minutes.
 */
const MIN_VALIDITY_MS = 46 * 60_000;

export interface ApplicationTokenOptions {
  /** The cloud's sign-in endpoint, for example `https://login.microsoftonline.com`. */
  authority: string;
  tenantId: string;
  clientId: string;
  scope: string;
  audience: string;
  /** The managed identity's token for `audience`. Throws if the platform issues none. */
  assertion: () => Promise<string>;
  clock: Clock;
  timeoutMs: number;
}

type ApplicationToken = { token: string } & Extract<ApplicationSignIn, { ok: true }>;

type Refusal = Extract<ApplicationSignIn, { ok: false }>;

const TokenResponse = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const ErrorResponse = z.object({ error: z.string(), error_codes: z.optional(z.array(z.int())) });
const Claims = z.object({ iss: z.string(), sub: z.string() });

/** Error numbers of the sign-in (Microsoft Entra error codes) with their failure codes. */
const FAILURES: Readonly<Record<number, DeliveryFailure>> = {
  // The application has no federated credential for this issuer, audience and subject.
  70021: 'credential-missing',
  70025: 'credential-missing',
  700211: 'credential-missing',
  700212: 'credential-missing',
  700213: 'credential-missing',
  // The application does not exist in the directory, or has no enterprise application there.
  700016: 'application-missing',
  7000229: 'application-missing',
  90002: 'application-missing',
};

/**
 * Signs an application in with the managed identity's token instead of a secret (Microsoft identity platform,
 * "Client credentials flow", access token request with a federated credential). Tokens are cached until their
 * validity is too short for activity notifications. At most one request is pending.
 */
export function applicationTokens(options: ApplicationTokenOptions) {
  const { clock, assertion, audience, timeoutMs } = options;
  let known: { granted: ApplicationToken; usableUntilMs: number } | undefined;
  let pending: Promise<ApplicationToken | Refusal> | undefined;

  async function request(signal: AbortSignal): Promise<ApplicationToken | Refusal> {
    const presented = await identityAssertion(assertion);
    if ('failure' in presented) return presented;
    const identity: FederatedIdentity = { ...presented.claims, audience };
    const answer = await post(options, presented.token, signal);
    const granted = TokenResponse.safeParse(answer.body);
    if (answer.status !== 200 || !granted.success) return { ...refusalOf(answer), identity };
    const { access_token: token, expires_in: seconds } = granted.data;
    const fresh: ApplicationToken = { ok: true, token, identity };
    known = { granted: fresh, usableUntilMs: clock.now() + seconds * 1000 - MIN_VALIDITY_MS };
    return fresh;
  }

  async function requestInTime(): Promise<ApplicationToken | Refusal> {
    try {
      return await withTimeout(clock, timeoutMs, request);
    } catch (error) {
      // The text of a network error is not recorded.
      return { ok: false, failure: error instanceof TimeoutError ? 'hanging' : 'unreachable' };
    } finally {
      pending = undefined;
    }
  }

  return {
    /**
     * A token with enough validity left. `refused` is a token that Microsoft Graph rejected; it is not used
     * again.
     */
    async token(refused?: string): Promise<ApplicationToken | Refusal> {
      const isUsable = known && known.granted.token !== refused && clock.now() < known.usableUntilMs;
      if (known && isUsable) return known.granted;
      pending ??= requestInTime();
      return await pending;
    },
  };
}

interface IdentityAssertion {
  token: string;
  claims: Omit<FederatedIdentity, 'audience'>;
}

/** The managed identity's token, with its issuer and subject. */
async function identityAssertion(assertion: () => Promise<string>): Promise<IdentityAssertion | Refusal> {
  let token: string;
  try {
    token = await assertion();
  } catch (error) {
    return { ok: false, failure: error instanceof TimeoutError ? 'hanging' : 'identity-missing' };
  }
  const claims = await claimsOf(token);
  if (!claims) return { ok: false, failure: 'identity-missing' };
  return { token, claims: { issuer: claims.iss, subject: claims.sub } };
}

/** The claims of a token, whose signature is not checked; undefined if it is not a JWT. */
async function claimsOf(token: string): Promise<z.infer<typeof Claims> | undefined> {
  const { decodeJwt, errors } = await import('jose');
  try {
    return Claims.safeParse(decodeJwt(token)).data;
  } catch (error) {
    if (error instanceof errors.JWTInvalid) return undefined;
    throw error;
  }
}

interface Answer {
  status: number;
  body: unknown;
}

async function post(
  { authority, tenantId, clientId, scope }: ApplicationTokenOptions,
  assertion: string,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(`${authority}/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      scope,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      grant_type: 'client_credentials',
    }),
    redirect: 'manual',
    signal,
  });
  return { status: response.status, body: jsonOf(await response.text()) };
}

/** The failure code of a refusal. Its text is not read, because it may contain ids. */
function refusalOf({ status, body }: Answer): Refusal {
  if (status === 429) return { ok: false, failure: 'throttled' };
  if (status >= 500) return { ok: false, failure: 'unavailable' };
  const { error_codes: codes = [] } = ErrorResponse.safeParse(body).data ?? {};
  const [entraCode] = codes;
  const named = codes.map((code) => FAILURES[code]).find((failure) => failure !== undefined);
  return {
    ok: false,
    failure: named ?? 'not-allowed',
    ...(entraCode !== undefined && { entraCode }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
