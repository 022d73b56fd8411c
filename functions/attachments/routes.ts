import type { Endpoint } from '../../src/http/endpoint.ts';
import { contentEndpoints } from './content.ts';
import { agentEndpoints } from './agent.ts';
import { visitorEndpoints } from './visitor.ts';

/** Files in conversations: for visitors, for agents, and their content by link. */
export const attachmentRoutes: readonly Endpoint[] = [
  ...visitorEndpoints,
  ...contentEndpoints,
  ...agentEndpoints,
];
