import type { Clock, Ports } from '../../ports.ts';
import type { Conversations } from '../chat/conversations.ts';
import type { ServiceParts } from '../platform/services.ts';
import { identitySecrets, type EraseSecrets } from './identity-secrets.ts';
import { scriptWidgets } from './script-widgets.ts';
import { siteIdentities } from './site-identities.ts';
import { visitorConversations } from './visitor-conversations.ts';
import { visitorMemory } from './visitor-memory.ts';
import { visitorSessions } from './visitor-sessions.ts';
import { visitorSignIn } from './visitor-sign-in.ts';
import { PROOF_SECONDS, visitorTokens } from './visitor-tokens.ts';
import { widgetAuth } from './widget-auth.ts';
import type { WidgetRegistry } from './widget-registry.ts';

interface WidgetParts extends Pick<
  Ports,
  'counters' | 'directories' | 'identityTokens' | 'tokens' | 'vault'
> {
  platform: ServiceParts;
  /** The clock of tokens. */
  tokenClock: Clock;
  widgets: WidgetRegistry;
  conversations: Conversations;
  eraseSecrets: EraseSecrets;
  /** The HMAC key for visitors. */
  hashKey: () => Promise<Uint8Array>;
}

/** Wires the services for visitors of registered widgets. */
export function widgetServices(parts: WidgetParts) {
  const { widgets, conversations, eraseSecrets, hashKey, counters } = parts;
  const platform = { ...parts.platform, clock: parts.tokenClock };
  const { directories, identityTokens, vault } = parts;
  const tokens = visitorTokens({ ...platform, tokens: parts.tokens });
  const memory = visitorMemory(platform);
  const sessions = visitorSessions({ ...platform, conversations, memory, hashKey });
  const countProof = async (id: string) => {
    const windowMs = 2 * PROOF_SECONDS * 1000;
    const [window] = await counters.hit([`proof:${id}`], windowMs, parts.platform.clock.now());
    return window?.count ?? 0;
  };
  const auth = widgetAuth({
    widgets,
    tokens,
    sessions,
    countProof,
    identities: siteIdentities({ ...platform, identityTokens, vault }),
  });
  return {
    identitySecrets: identitySecrets({ ...platform, vault, widgets, eraseSecrets }),
    widgetAuth: auth,
    scriptWidgets: scriptWidgets({ ...platform, widgetAuth: auth }),
    visitorConversations: visitorConversations({ ...platform, sessions, tokens }),
    visitorSignIn: visitorSignIn({
      directories,
      tokens: parts.tokens,
      widgetAuth: auth,
      visitorTokens: tokens,
    }),
  };
}
