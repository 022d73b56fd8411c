import { agentPresence } from '../availability/agent-presence.ts';
import { hoursSettings } from '../availability/business-hours.ts';
import { colleagues } from '../availability/colleagues.ts';
import { lazy } from '../lib/caching.ts';
import type { TimeZones } from '../availability/rules/business-hours.ts';
import type { ServiceParts } from './services.ts';

/** Wires who may answer and when: the agents, who of them is there, and the hours. */
export function availabilityServices(shared: ServiceParts) {
  const known = { colleagues: colleagues(shared) };
  return {
    ...known,
    agentPresence: agentPresence({ ...shared, ...known }),
    hoursSettings: hoursSettings(shared),
  };
}

/** The arithmetic of time zones, loaded on first use. */
export const openZones = lazy(
  async (): Promise<TimeZones> => (await import('../adapters/zones/temporal.ts')).temporalZones,
);
