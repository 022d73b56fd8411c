import { agentPresence } from '../availability/agent-presence.ts';
import { hoursSettings } from '../availability/business-hours.ts';
import { colleagues } from '../availability/colleagues.ts';
import type { ServiceParts } from './services.ts';

/** Wires who may answer and when: the agents, who of them is there, and the hours. */
export function availabilityServices(shared: ServiceParts) {
  const agents = colleagues(shared);
  return {
    colleagues: agents,
    agentPresence: agentPresence({ ...shared, colleagues: agents }),
    hoursSettings: hoursSettings(shared),
  };
}
