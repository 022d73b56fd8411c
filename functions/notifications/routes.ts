import type { Endpoint } from '../../src/http/endpoint.ts';
import { activityFeedEndpoints } from './activity-feed.ts';
import { teamsChannelEndpoints } from './teams-channel.ts';

/** Admin endpoints for notifying agents of waiting visitors. */
export const notificationRoutes: readonly Endpoint[] = [...teamsChannelEndpoints, ...activityFeedEndpoints];
