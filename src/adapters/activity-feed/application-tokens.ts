import * as z from 'zod/mini';
import { TimeoutError, withTimeout } from '../../domain/concurrency.ts';
import type { DeliveryFailure } from '../../domain/records/outbox-entry.ts';
import type { ApplicationSignIn, Clock, FederatedIdentity } from '../../ports.ts';

/** Microsoft Graph refuses activity notifications with a token that expires within 45 minutes; in ms. */
const USABLE_MS = 46 * 60_000;

export interface ApplicationTokenOptions {
  /** The sign-in of the cloud, for example `https://login.microsoftonline.com`. */
  authority: string;
  tenantId: string;
  clientId: string;
  scope: string;
  audience: string;
  /** The managed identity's token for `audience`; throws where the platform gives none. */
  assertion: () => Promise<string>;
  clock: Clock;
  timeoutMs: number;
}

export type ApplicationToken = { token: string } & Extract<ApplicationSignIn, { ok: true }>;

export interface ApplicationTokens {
  /** A token with enough time left. `refused`: a token that was not taken, and is not given again. */
  token(refused?: string): Promise<ApplicationToken | Refusal>;
}

type Refusal = Extract<ApplicationSignIn, { ok: false }>;

const Granted = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const Refused = z.object({ error: z.string(), error_codes: z.optional(z.array(z.int())) });
const Claims = z.object({ iss: z.string(), sub: z.string() });

/** Numbers of the sign-in's errors, of which each has its own answer (Microsoft Entra error codes). */
const FAILURES: Readonly<Record<number, DeliveryFailure>> = {
  // No federated credential matches: none at all, another issuer, audience or subject.
  70021: 'credential-missing',
  70025: 'credential-missing',
  700211: 'credential-missing',
  700212: 'credential-missing',
  700213: 'credential-missing',
  // The application is not in the directory, or has no enterprise application there.
  700016: 'application-missing',
  7000229: 'application-missing',
  90002: 'application-missing',
};

/**
 * Tokens of an application that signs in with the managed identity's token in place of a secret (Microsoft
 * identity platform, "Client credentials flow", access token request with a federated credential). A token
 * is used while it has the time left that activity notifications require; at most one request is pending.
 */
export function applicationTokens(options: ApplicationTokenOptions): ApplicationTokens {
  const { clock, assertion, audience, timeoutMs } = options;
  let known: { granted: ApplicationToken; usableUntilMs: number } | undefined;
  let pending: Promise<ApplicationToken | Refusal> | undefined;

  async function request(signal: AbortSignal): Promise<ApplicationToken | Refusal> {
    const presented = await presentedIdentity(assertion);
    if ('failure' in presented) return presented;
    const identity: FederatedIdentity = { ...presented.claims, audience };
    const answer = await post(options, presented.token, signal);
    const granted = Granted.safeParse(answer.body);
    if (answer.status !== 200 || !granted.success) return { ...refusalOf(answer), identity };
    const { access_token: token, expires_in: seconds } = granted.data;
    const fresh: ApplicationToken = { ok: true, token, identity };
    known = { granted: fresh, usableUntilMs: clock.now() + seconds * 1000 - USABLE_MS };
    return fresh;
  }

  async function requestInTime(): Promise<ApplicationToken | Refusal> {
    try {
      return await withTimeout(clock, timeoutMs, request);
    } catch (error) {
      // The text of an error of the network is not recorded.
      return { ok: false, failure: error instanceof TimeoutError ? 'hanging' : 'unreachable' };
    } finally {
      pending = undefined;
    }
  }

  return {
    async token(refused) {
      const isUsable = known && known.granted.token !== refused && clock.now() < known.usableUntilMs;
      if (known && isUsable) return known.granted;
      pending ??= requestInTime();
      return await pending;
    },
  };
}

interface Presented {
  token: string;
  claims: Omit<FederatedIdentity, 'audience'>;
}

/** The managed identity's token, and whom it names. */
async function presentedIdentity(assertion: () => Promise<string>): Promise<Presented | Refusal> {
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

/** The claims of a token that is passed on as it is; undefined where it is no such token. */
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

/** The meaning of a refusal. Its text is not read: it may hold ids. */
function refusalOf({ status, body }: Answer): Refusal {
  if (status === 429) return { ok: false, failure: 'throttled' };
  if (status >= 500) return { ok: false, failure: 'unavailable' };
  const { error_codes: codes = [] } = Refused.safeParse(body).data ?? {};
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
