import type { Server } from 'node:http';
import { azureCredential } from '../adapters/credential/azure.ts';
import { random } from '../adapters/system/node.ts';
import type { Config } from '../config/config.ts';
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

/** The origin of the real-time service for browsers; undefined where it is this service. */
export function realtimeOrigin({ realtime }: Pick<Config, 'realtime'>): string | undefined {
  return realtime.kind === 'web-pubsub'
    ? new URL(realtime.endpoint).origin.replace(/^http/, 'ws')
    : undefined;
}
