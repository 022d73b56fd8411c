import type { AccessToken } from '@azure/identity';
import type { TelemetryEvent } from '../../ports.ts';

/** An event with the time at which it was recorded, in milliseconds since the epoch. */
export interface TimedEvent {
  event: TelemetryEvent;
  atMs: number;
}

/** What the thread of the SDK is given when it starts. */
export interface ThreadSettings {
  connectionString: string;
  /** It asks for tokens of the managed identity by messages. */
  hasIdentity: boolean;
}

/** What the service says to the thread. A question for a token is answered in order. */
export type ToThread =
  | { type: 'events'; events: readonly TimedEvent[] }
  | { type: 'token'; token: AccessToken | null }
  | { type: 'end' };

/** What the thread says to the service. */
export type FromThread = { type: 'taken' } | { type: 'token-wanted'; scopes: string | string[] };
