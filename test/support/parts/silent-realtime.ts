import type { Realtime } from '../../../src/ports.ts';
import type { VisitorEvents } from '../../../src/conversations/visitor-events.ts';

/** A real-time service to which no client connects. */
export const silentRealtime: Realtime = {
  visitorAccess: () => Promise.reject(new Error('No visitor connects here.')),
  agentAccess: () => Promise.reject(new Error('No agent connects here.')),
  toGroup: () => Promise.resolve(),
  join: () => Promise.resolve(),
  leave: () => Promise.resolve(),
  connectedAgents: () => Promise.resolve([]),
  isVisitorConnected: () => Promise.resolve(false),
  disconnect: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Events to visitors of whom none is connected. */
export const silentVisitorEvents: VisitorEvents = { publish: () => Promise.resolve() };
