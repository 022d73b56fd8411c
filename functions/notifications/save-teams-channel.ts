import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { teamsChannelAnswer } from '../../src/http/notification-answers.ts';
import { TeamsChannelEdit, TeamsChannelReply } from '../../src/wire/notifications.ts';

export const saveTeamsChannel = endpoint({
  name: 'notifications-teams-save',
  method: 'PUT',
  route: 'notifications/teams',
  gate: 'admin',
  // Writes two addresses to the vault, and then the settings that refer to them.
  budgetMs: 20_000,
  summary: 'Update the settings of cards in a Teams channel; `If-Match` requires the version that was read',
  body: TeamsChannelEdit,
  answers: { 200: { description: 'Updated', schema: TeamsChannelReply } },
  errors: ['precondition-failed', 'vault-unavailable'],
  async handle({ body, request, services }) {
    const saved = await services.teamsChannel.save(body, request.serviceOrigin, expectedEtags(request));
    return await teamsChannelAnswer(saved, services);
  },
});
