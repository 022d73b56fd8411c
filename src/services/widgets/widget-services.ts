import type { Clock, Counters, Ports } from '../../ports.ts';
import type { Conversations } from '../chat/conversations.ts';
import { visitorMemory } from './visitor-memory.ts';
import type { ServiceParts } from '../platform/services.ts';
import { identitySecrets } from './identity-secrets.ts';
import { siteIdentities } from './site-identities.ts';
import { scriptWidgets } from './script-widgets.ts';
import { visitorConversations } from './visitor-conversations.ts';
import { visitorSessions } from './visitor-sessions.ts';
import { visitorSignIn } from './visitor-sign-in.ts';
import { PROOF_SECONDS, visitorTokens } from './visitor-tokens.ts';
import { widgetAuth } from './widget-auth.ts';
import type { WidgetRegistry } from './widget-registry.ts';

interface WidgetParts
  extends ServiceParts, Pick<Ports, 'directories' | 'identityTokens' | 'tokens' | 'vault'> {
  widgets: WidgetRegistry;
  conversations: Conversations;
  counters: Counters;
  /** The clock of the counters. */
  counterClock: Clock;
  /** The key of the hashes under which visitors are remembered. */
  hashKey: () => Promise<Uint8Array>;
}

/** Wires the services for visitors of registered widgets. */
export function widgetServices(parts: WidgetParts) {
  const ofVisitors = visitorTokens(parts);
  const sessions = visitorSessions({ ...parts, memory: visitorMemory(parts) });
  const countProof = async (id: string) => {
    const windowMs = 2 * PROOF_SECONDS * 1000;
    const [window] = await parts.counters.hit([`proof:${id}`], windowMs, parts.counterClock.now());
    return window?.count ?? 0;
  };
  const auth = widgetAuth({
    ...parts,
    tokens: ofVisitors,
    countProof,
    identities: siteIdentities(parts),
    sessions,
  });
  return {
    identitySecrets: identitySecrets(parts),
    widgetAuth: auth,
    scriptWidgets: scriptWidgets({ ...parts, widgetAuth: auth }),
    visitorConversations: visitorConversations({ ...parts, sessions, tokens: ofVisitors }),
    visitorSignIn: visitorSignIn({ ...parts, widgetAuth: auth, visitorTokens: ofVisitors }),
  };
}
