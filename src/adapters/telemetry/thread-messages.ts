import type { AccessToken } from '@azure/identity';
import type { TelemetryEvent } from '../../ports.ts';

/** An event with the time at which it was recorded, in milliseconds since the epoch. */
export interface TimedEvent {
  event: TelemetryEvent;
  atMs: number;
}

/** The parameters of the SDK's thread. */
export interface ThreadSettings {
  connectionString: string;
  /** Whether the SDK needs tokens of the managed identity, which it requests by messages. */
  hasIdentity: boolean;
}

/** Messages from the service to the thread. Requests for tokens are answered in order. */
export type ToThread =
  | { type: 'events'; events: readonly TimedEvent[] }
  | { type: 'token'; token: AccessToken | null }
  | { type: 'end' };

/** Messages from the thread to the service. */
export type FromThread = { type: 'taken' } | { type: 'token-wanted'; scopes: string | string[] };
