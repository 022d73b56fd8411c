import {
  AuthError,
  BrowserAuthErrorCodes,
  CacheLookupPolicy,
  ClientAuthErrorCodes,
  ProtocolMode,
  PublicClientApplication,
  type Configuration,
} from '@azure/msal-browser';
import type { SignIn } from '../../../access/records/agent-application.ts';
import { cachedToken, SignInFailed, SignInNeeded, type SignInState } from './access.ts';

const UNREACHABLE = 'The sign-in service could not be reached. Check the connection and try again.';
const REFUSED = 'Sign-in failed. Try again, or use another account.';

/** Errors of the network or the library, which do not concern the account. */
const TRANSPORT_ERRORS = new Set<string>([
  BrowserAuthErrorCodes.noNetworkConnectivity,
  BrowserAuthErrorCodes.postRequestFailed,
  BrowserAuthErrorCodes.getRequestFailed,
  BrowserAuthErrorCodes.failedToParseResponse,
  ClientAuthErrorCodes.endpointResolutionError,
  ClientAuthErrorCodes.networkError,
  ClientAuthErrorCodes.openIdConfigError,
]);

/**
 * Signs in by redirect, because browsers can block popups and frames. The sign-in survives a reload and is
 * shared by all windows of the browser. Rejects with SignInFailed if the provider cannot be reached.
 */
export async function browserSignIn({ scope, ...signIn }: SignIn): Promise<SignInState> {
  const client = new PublicClientApplication(await configuration(signIn));
  await client.initialize();
  // Removes the parameters that the provider added after sign-out.
  if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);
  const request = { scopes: [scope] };
  const enter = () => client.loginRedirect({ ...request, prompt: 'select_account' });

  let account;
  try {
    const back = await client.handleRedirectPromise();
    account =
      back?.account ?? client.getAllAccounts({ tenantId: signIn.tenantId, ...localOptions(signIn) })[0];
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { signIn: enter, problem: TRANSPORT_ERRORS.has(error.errorCode) ? UNREACHABLE : REFUSED };
  }
  if (!account) return { signIn: enter };

  const signedIn = account;
  const { token, forget } = cachedToken(async (fresh) => {
    try {
      const { accessToken } = await client.acquireTokenSilent({
        ...request,
        account: signedIn,
        forceRefresh: fresh,
        cacheLookupPolicy: CacheLookupPolicy.AccessTokenAndRefreshToken,
      });
      return accessToken;
    } catch (cause) {
      if (!(cause instanceof AuthError)) throw cause;
      throw TRANSPORT_ERRORS.has(cause.errorCode)
        ? new SignInFailed(UNREACHABLE, { cause })
        : new SignInNeeded({ cause });
    }
  });
  // Another window may have signed out.
  window.addEventListener('storage', forget);
  return {
    signIn: enter,
    access: {
      token,
      signOut: () =>
        client.logoutRedirect({
          account: signedIn,
          ...(signedIn.idToken !== undefined && { idTokenHint: signedIn.idToken }),
        }),
    },
  };
}

async function configuration({
  authority,
  tenantId,
  clientId,
}: Omit<SignIn, 'scope'>): Promise<Configuration> {
  const here = location.origin + location.pathname;
  const auth = { clientId, redirectUri: here, postLogoutRedirectUri: here };
  const cache = { cacheLocation: 'localStorage' };
  if (!isLoopback(authority)) return { auth: { ...auth, authority: `${authority}/${tenantId}` }, cache };
  // The library refuses a provider without TLS. For a provider on this machine it gets metadata with https
  // URLs that are mapped to the real endpoints.
  const { host } = new URL(authority);
  const authorityMetadata = await discover(`${authority}/${tenantId}`);
  return {
    auth: {
      ...auth,
      authority: `https://${host}/${tenantId}/v2.0`,
      knownAuthorities: [host],
      authorityMetadata,
    },
    cache,
    system: { protocolMode: ProtocolMode.OIDC },
  };
}

async function discover(tenant: string): Promise<string> {
  try {
    return await (await fetch(`${tenant}/v2.0/.well-known/openid-configuration`)).text();
  } catch (cause) {
    throw new SignInFailed(UNREACHABLE, { cause });
  }
}

const isLoopback = (authority: string) => authority.startsWith('http:');

/** A provider on this machine is reset at each start and keeps no sessions. */
const localOptions = ({ authority }: Pick<SignIn, 'authority'>) =>
  isLoopback(authority) ? { environment: new URL(authority).host } : {};
