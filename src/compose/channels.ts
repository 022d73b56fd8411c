import { azureCredential } from '../adapters/credential/azure.ts';
import type { Config } from '../config.ts';
import type { Deployment } from '../services/platform/deployment.ts';
import type { Clock, NotificationChannel } from '../ports.ts';

const EVENT_GRID_SCOPE = 'https://eventgrid.azure.net/.default';

interface ChannelParts {
  clock: Clock;
  identity: () => Promise<Deployment>;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
}

/** The configured channels of notices. */
export async function openChannels(
  { events, cloud, clientId }: Pick<Config, 'events' | 'cloud' | 'clientId'>,
  { clock, identity, secret }: ChannelParts,
): Promise<NotificationChannel[]> {
  if (events.kind === 'off') return [];
  const { eventGrid } = await import('../adapters/events/event-grid.ts');
  const { endpoint } = events;
  const credential = azureCredential({ cloud, clientId, clock });
  return [
    eventGrid({
      endpoint,
      clock,
      deploymentId: async () => (await identity()).id,
      key: () => secret('event-subjects'),
      // Plain http is the local host's alone, and no token is sent over it.
      ...(new URL(endpoint).protocol === 'https:' && { token: () => credential.token(EVENT_GRID_SCOPE) }),
    }),
  ];
}
