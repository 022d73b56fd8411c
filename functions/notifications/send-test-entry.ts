import { AppError } from '../../src/domain/errors.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ActivityFeedReply } from '../../src/wire/activity-feed.ts';

export const sendTestEntry = endpoint({
  name: 'notifications-activity-feed-test',
  method: 'POST',
  route: 'notifications/activity-feed/test-entry',
  gate: 'admin',
  // Sends one request per agent.
  budgetMs: 20_000,
  summary: 'Send a test entry to the Teams activity feed of every agent of the last 30 days',
  answers: { 200: { description: 'The agents with the result of each', schema: ActivityFeedReply } },
  errors: ['channel-not-configured', 'idp-not-configured'],
  async handle({ services }) {
    const feed = await services.activityFeed();
    if (!feed) throw new AppError('idp-not-configured');
    const shown = await feed.sendTest();
    return json<ActivityFeedReply>(200, { available: true, ...shown });
  },
});
