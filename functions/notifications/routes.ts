import type { Endpoint } from '../../src/http/endpoint.ts';
import { activityFeed } from './activity-feed.ts';
import { confirmTestCard } from './confirm-test-card.ts';
import { saveTeamsChannel } from './save-teams-channel.ts';
import { sendTestCard } from './send-test-card.ts';
import { sendTestEntry } from './send-test-entry.ts';
import { teamsChannel } from './teams-channel.ts';

/** Admin endpoints for notifying agents of waiting visitors. */
export const notificationRoutes: readonly Endpoint[] = [
  teamsChannel,
  saveTeamsChannel,
  sendTestCard,
  confirmTestCard,
  activityFeed,
  sendTestEntry,
];
