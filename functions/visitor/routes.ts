import type { Endpoint } from '../../src/http/endpoint.ts';
import { health } from './health.ts';
import { chatEndpoints } from './chat.ts';
import { actionEndpoints } from './actions.ts';
import { messageEndpoints } from './messages.ts';
import { negotiate } from './negotiate.ts';
import { leftMessageEndpoints } from './left-messages.ts';
import { source } from './source.ts';
import { ratingEndpoints } from './rating.ts';
import { availability } from './availability.ts';
import { plan } from './plan.ts';

/** The endpoints for chats with and without a registered widget, and health. */
export const visitorRoutes: readonly Endpoint[] = [
  health,
  ...chatEndpoints,
  ...actionEndpoints,
  ...messageEndpoints,
  negotiate,
  ...leftMessageEndpoints,
  ...ratingEndpoints,
  source,
  availability,
  plan,
];
