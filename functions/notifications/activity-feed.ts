import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { ActivityFeedReply } from '../../src/wire/activity-feed.ts';

export const activityFeed = endpoint({
  name: 'notifications-activity-feed',
  method: 'GET',
  route: 'notifications/activity-feed',
  gate: 'admin',
  summary: 'Get which agents can be reached in their Teams activity feed',
  answers: { 200: { description: 'The agents of the last 30 days, by name', schema: ActivityFeedReply } },
  async handle({ services }) {
    const shown = await (await services.activityFeed())?.read();
    const reply = shown ? { available: true, ...shown } : { available: false, on: false, agents: [] };
    return json<ActivityFeedReply>(200, reply);
  },
});
