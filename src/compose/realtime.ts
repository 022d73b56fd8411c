import type { Server } from 'node:http';
import { azureCredential } from '../adapters/credential/azure.ts';
import { random } from './system.ts';
import type { Config } from '../config.ts';
import type { Clock, Realtime, Telemetry } from '../ports.ts';

/** The configured real-time service. Only the embedded hub needs a key, and a server to attach to. */
export async function openRealtime(
  { realtime, cloud, clientId }: Pick<Config, 'realtime' | 'cloud' | 'clientId'>,
  {
    signingKey,
    isWidgetOpen,
    clock,
    telemetry,
  }: {
    signingKey: () => Promise<Uint8Array>;
    isWidgetOpen: (widgetId: string) => Promise<boolean>;
    clock: Clock;
    telemetry: Telemetry;
  },
): Promise<Realtime & { attach?(server: Server): void }> {
  const { hub } = realtime;
  if (realtime.kind === 'local') {
    const { localHub } = await import('../adapters/realtime/local-hub.ts');
    return localHub({ hub, signingKey: await signingKey(), isWidgetOpen, clock, random });
  }
  const { webPubSub } = await import('../adapters/realtime/web-pubsub.ts');
  const { endpoint, connectionString } = realtime;
  const account =
    connectionString === undefined
      ? { endpoint, credential: azureCredential({ cloud, clientId, clock }).credential }
      : { connectionString };
  return webPubSub({ account, hub, clock, telemetry });
}
