import { openidDirectories } from '../adapters/visitor-directory/openid.ts';
import { joseTokens } from '../adapters/tokens/jose.ts';
import type { Ports } from '../ports.ts';
import type { Conversations } from '../services/chat/conversations.ts';
import type { Services } from '../services/platform/services.ts';
import { spentProofs } from '../services/widgets/spent-proofs.ts';
import { visitorMemory } from '../services/chat/visitor-memory.ts';
import { visitorSessions } from '../services/widgets/visitor-sessions.ts';
import { visitorSignIn } from '../services/widgets/visitor-sign-in.ts';
import { visitorTokens } from '../services/widgets/visitor-tokens.ts';
import { widgetAuth } from '../services/widgets/widget-auth.ts';
import type { WidgetRegistry } from '../services/widgets/widget-registry.ts';

type Shared = Pick<Ports, 'clock' | 'ledger' | 'random' | 'store' | 'telemetry'> & {
  widgets: WidgetRegistry;
  conversations: Conversations;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
};

/** Wires the services for visitors of registered widgets. */
export function widgetServices(shared: Shared): Pick<Services, 'widgetAuth' | 'visitorSignIn'> {
  const { clock, random, secret } = shared;
  const tokens = joseTokens({ key: (purpose) => secret(`token:${purpose}`), clock });
  const ofVisitors = visitorTokens({ tokens, clock, random });
  const door = widgetAuth({
    widgets: shared.widgets,
    tokens: ofVisitors,
    proofs: spentProofs(shared),
    sessions: visitorSessions({
      ...shared,
      memory: visitorMemory(shared),
      hashKey: () => secret('visitors'),
    }),
  });
  const directories = openidDirectories(shared);
  return {
    widgetAuth: door,
    visitorSignIn: visitorSignIn({ door, directories, visitorTokens: ofVisitors, tokens }),
  };
}
