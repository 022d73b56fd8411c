import type { Endpoint } from '../../http/endpoint.ts';
import type { Services } from '../../compose.ts';
import type { FileServices } from '../../compose/services.ts';
import type { Address } from '../addresses.ts';

/** The platform's front end is the only proxy whose entry in X-Forwarded-For is trusted. */
export const PLATFORM_PROXIES = 1;

/**
 * The running app; loaded at the first invocation, so that registering is quick and cannot fail.
 */
export interface RunningApp<S = Services> {
  /** Loads the endpoints of an address, or the group that they are in. */
  endpointsOf: (address: Address) => Promise<readonly Endpoint<S>[]>;
  services: S;
  /** How many proxies before the app add an address to X-Forwarded-For. */
  trustedProxyHops: number;
  /** The host names of this service, the platform's first. */
  hosts: readonly string[];
  /** Starts connecting the components for later requests; called once, after the first reply. */
  prepare?: () => void;
  /** Closes all resources, and flushes telemetry. */
  close: () => Promise<void>;
}

/** The early start of a group of endpoints, without the rest of the app (ADR 31). */
export interface EarlyStart {
  group: string;
  start: () => Promise<RunningApp<FileServices>>;
}
