import { endpoint } from '../../src/http/endpoint.ts';
import { teamsChannelAnswer } from '../../src/http/notification-answers.ts';
import { TeamsChannelReply } from '../../src/wire/notifications.ts';

export const teamsChannel = endpoint({
  name: 'notifications-teams',
  method: 'GET',
  route: 'notifications/teams',
  gate: 'admin',
  summary: 'Get the settings of cards in a Teams channel',
  answers: { 200: { description: 'The current version; `ETag` identifies it', schema: TeamsChannelReply } },
  async handle({ services }) {
    return await teamsChannelAnswer(await services.teamsChannel.read(), services);
  },
});
