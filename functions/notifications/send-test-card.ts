import { endpoint } from '../../src/http/endpoint.ts';
import { teamsChannelAnswer } from '../../src/http/notification-answers.ts';
import { TeamsChannelReply, TestCardRequest } from '../../src/wire/notifications.ts';

export const sendTestCard = endpoint({
  name: 'notifications-teams-test',
  method: 'POST',
  route: 'notifications/teams/test-card',
  gate: 'admin',
  // The time of the vault, the workflow and the store together.
  budgetMs: 20_000,
  summary: 'Send a test card to a workflow; accepted is not posted',
  body: TestCardRequest,
  answers: { 200: { description: 'The settings with the result', schema: TeamsChannelReply } },
  errors: ['channel-not-configured', 'precondition-failed', 'vault-unavailable'],
  async handle({ body, services }) {
    return await teamsChannelAnswer(await services.teamsChannel.sendTest(body.workflow), services);
  },
});
