import { endpoint } from '../../src/http/endpoint.ts';
import { teamsChannelAnswer } from '../../src/http/notification-answers.ts';
import { TeamsChannelReply, TestCardArrival } from '../../src/wire/notifications.ts';

export const confirmTestCard = endpoint({
  name: 'notifications-teams-arrival',
  method: 'PUT',
  route: 'notifications/teams/test-card',
  gate: 'admin',
  summary: 'Store whether a test card arrived',
  body: TestCardArrival,
  answers: { 200: { description: 'The settings with the answer', schema: TeamsChannelReply } },
  errors: ['precondition-failed'],
  async handle({ body: { workflow, sentAt, arrived }, services }) {
    const confirmed = await services.teamsChannel.confirmTest(workflow, sentAt, arrived);
    return await teamsChannelAnswer(confirmed, services);
  },
});
