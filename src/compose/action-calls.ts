import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';
import type { ActionCalls, ActionTokens, ApiDescriptions, Clock, Ports } from '../ports.ts';
import { signingKey } from '../actions/signing-key.ts';

/**
 * The APIs that actions call, opened on first use: on the public Internet, at the private hosts that the
 * deployment names, and on the local host those of this machine, too, such as the demo's.
 */
export function openActionCalls(
  { cloud, actions }: Pick<Config, 'cloud' | 'actions'>,
  clock: Clock,
): ActionCalls {
  const open = lazy(async (): Promise<ActionCalls> => {
    const { httpActionCalls } = await import('../adapters/actions/calls.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    const network = cloud ? publicNetwork : developersNetwork;
    return httpActionCalls({ clock, network, privateHosts: actions.privateHosts });
  });
  return { call: async (...of) => (await open()).call(...of) };
}

/** Descriptions of APIs on the networks of their calls, opened on first use. */
export function openApiDescriptions({ cloud }: Pick<Config, 'cloud'>, clock: Clock): ApiDescriptions {
  const open = lazy(async (): Promise<ApiDescriptions> => {
    const { apiDescriptions } = await import('../adapters/actions/api-descriptions.ts');
    const { developersNetwork, publicNetwork } = await import('../adapters/public-network/network.ts');
    return apiDescriptions({ clock, network: cloud ? publicNetwork : developersNetwork });
  });
  return { fetch: async (address) => (await open()).fetch(address) };
}

/** The tokens of actions, whose library is loaded and whose key is made on first use. */
export function openActionTokens(
  { websites }: Pick<Config, 'websites'>,
  ports: Pick<Ports, 'clock' | 'ledger' | 'vault'>,
): ActionTokens {
  const key = signingKey({ ...ports, random });
  const open = lazy(async (): Promise<ActionTokens> => {
    const { joseActionTokens } = await import('../adapters/actions/tokens.ts');
    return joseActionTokens({ ...ports, random, issuer: websites.aboutOrigin, key });
  });
  return {
    sign: async (...of) => (await open()).sign(...of),
    publicKeys: async () => (await open()).publicKeys(),
  };
}
