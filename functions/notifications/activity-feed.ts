import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ActivityFeedReply } from '../../src/notifications/wire/activity-feed.ts';
import { AppError } from '../../src/core/errors.ts';

export const activityFeedEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'notifications-activity-feed',
    method: 'GET',
    route: 'notifications/activity-feed',
    gate: 'admin',
    summary: 'Get which agents can be reached in their Teams activity feed',
    replies: { 200: { description: 'The agents of the last 30 days, by name', schema: ActivityFeedReply } },
    async handle({ services }) {
      const shown = await (await services.activityFeed())?.read();
      const reply = shown ? { available: true, ...shown } : { available: false, on: false, agents: [] };
      return json<ActivityFeedReply>(200, reply);
    },
  }),
  endpoint({
    name: 'notifications-activity-feed-test',
    method: 'POST',
    route: 'notifications/activity-feed/test-entry',
    gate: 'admin',
    // Sends one request per agent.
    budgetMs: 20_000,
    summary: 'Send a test entry to the Teams activity feed of every agent of the last 30 days',
    replies: { 200: { description: 'The agents with the result of each', schema: ActivityFeedReply } },
    errors: ['channel-not-configured', 'idp-not-configured'],
    async handle({ services }) {
      const feed = await services.activityFeed();
      if (!feed) throw new AppError('idp-not-configured');
      const shown = await feed.sendTest();
      return json<ActivityFeedReply>(200, { available: true, ...shown });
    },
  }),
];
