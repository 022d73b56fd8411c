import type { Clock, IdentityTokens, Ports, VisitorDirectories } from '../ports.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { Threads } from '../conversations/threads.ts';
import type { ServiceParts } from './services.ts';
import { identitySecrets, type EraseSecrets } from '../widgets/identity-secrets.ts';
import { scriptWidgets } from '../widgets/script-widgets.ts';
import { siteIdentities } from '../widgets/site-identities.ts';
import { visitorConversations } from '../widgets/visitor-conversations.ts';
import { visitorMemory } from '../widgets/visitor-memory.ts';
import { visitorSessions } from '../widgets/visitor-sessions.ts';
import { visitorSignIn } from '../widgets/visitor-sign-in.ts';
import { PROOF_SECONDS, visitorTokens } from '../widgets/visitor-tokens.ts';
import { widgetAuth } from '../widgets/widget-auth.ts';
import type { WidgetRegistry } from '../widgets/widget-registry.ts';
import { openWidgets } from '../widgets/open-widgets.ts';
import type { PublicNetwork } from '../adapters/public-network/network.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
import { lazy } from '../lib/caching.ts';

interface WidgetParts extends Pick<
  Ports,
  'counters' | 'directories' | 'identityTokens' | 'tokens' | 'vault'
> {
  shared: ServiceParts;
  tokenClock: Clock;
  widgets: WidgetRegistry;
  conversations: Conversations;
  threads: Threads;
  eraseSecrets: EraseSecrets;
  /** The HMAC key for visitors. */
  hashKey: () => Promise<Uint8Array>;
}

/** Wires which widgets accept visitors; the real-time service asks this, too. */
export function openWidgetServices(stored: Parameters<typeof openWidgets>[0]) {
  return { openWidgets: openWidgets(stored) };
}

/** Wires the services for visitors of registered widgets. */
export function widgetServices(parts: WidgetParts) {
  const { widgets, conversations, eraseSecrets, hashKey, counters } = parts;
  const shared = { ...parts.shared, clock: parts.tokenClock };
  const { directories, identityTokens, vault } = parts;
  const tokens = visitorTokens({ ...shared, tokens: parts.tokens });
  const memory = visitorMemory(shared);
  const sessions = visitorSessions({ ...shared, conversations, memory, hashKey });
  const countProof = async (id: string) => {
    const windowMs = 2 * PROOF_SECONDS * 1000;
    const [window] = await counters.hit([`proof:${id}`], windowMs, parts.shared.clock.now());
    return window?.count ?? 0;
  };
  const auth = widgetAuth({
    widgets,
    tokens,
    sessions,
    countProof,
    identities: siteIdentities({ ...shared, identityTokens, vault }),
  });
  return {
    identitySecrets: identitySecrets({ ...shared, vault, widgets, eraseSecrets }),
    widgetAuth: auth,
    scriptWidgets: scriptWidgets({ ...shared, widgetAuth: auth }),
    visitorConversations: visitorConversations({ ...shared, sessions, tokens, threads: parts.threads }),
    visitorSignIn: visitorSignIn({
      directories,
      tokens: parts.tokens,
      widgetAuth: auth,
      visitorTokens: tokens,
    }),
  };
}

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
