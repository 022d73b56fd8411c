import type { PublicNetwork } from '../adapters/public-network/network.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import type { Clock, IdentityTokens, VisitorDirectories } from '../ports.ts';

/** The verification of sites' identity tokens, loaded on first use. */
export function openIdentityTokens(clock: Clock, network: PublicNetwork | undefined): IdentityTokens {
  const open = lazy(async (): Promise<IdentityTokens> => {
    const { joseIdentityTokens } = await import('../adapters/visitor-identity/jose.ts');
    return joseIdentityTokens({ clock, network });
  });
  return { verify: async (...of) => (await open()).verify(...of) };
}

/**
 * The directories in which visitors sign in, loaded on first use. In the cloud they are on the public
 * Internet; the local host also asks a directory on this machine.
 */
export function openVisitorDirectories({ cloud }: Pick<Config, 'cloud'>, clock: Clock): VisitorDirectories {
  const open = lazy(async (): Promise<VisitorDirectories> => {
    const { openidDirectories } = await import('../adapters/visitor-directory/openid.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    return openidDirectories({ clock, random, network: cloud ? publicNetwork : developersNetwork });
  });
  return {
    begin: async (...of) => (await open()).begin(...of),
    finish: async (...of) => (await open()).finish(...of),
  };
}
