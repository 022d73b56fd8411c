import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { teamsChannelReply } from '../../src/http/notification-replies.ts';
import {
  TeamsChannelReply,
  TeamsChannelEdit,
  TestCardRequest,
  TestCardArrival,
} from '../../src/notifications/wire/notifications.ts';
import { expectedEtags } from '../../src/http/etag.ts';

export const teamsChannelEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'notifications-teams',
    method: 'GET',
    route: 'notifications/teams',
    gate: 'admin',
    summary: 'Get the settings of cards in a Teams channel',
    replies: { 200: { description: 'The current version; `ETag` identifies it', schema: TeamsChannelReply } },
    async handle({ services }) {
      return await teamsChannelReply(await services.teamsChannel.read(), services);
    },
  }),
  endpoint({
    name: 'notifications-teams-save',
    method: 'PUT',
    route: 'notifications/teams',
    gate: 'admin',
    // Writes two addresses to the vault, and then the settings that refer to them.
    budgetMs: 20_000,
    summary: 'Update the settings of cards in a Teams channel; `If-Match` requires the version that was read',
    body: TeamsChannelEdit,
    replies: { 200: { description: 'Updated', schema: TeamsChannelReply } },
    errors: ['precondition-failed', 'vault-unavailable'],
    async handle({ body, request, services }) {
      const saved = await services.teamsChannel.save(body, request.serviceOrigin, expectedEtags(request));
      return await teamsChannelReply(saved, services);
    },
  }),
  endpoint({
    name: 'notifications-teams-test',
    method: 'POST',
    route: 'notifications/teams/test-card',
    gate: 'admin',
    // The time of the vault, the workflow and the store together.
    budgetMs: 20_000,
    summary: 'Send a test card to a workflow; accepted is not posted',
    body: TestCardRequest,
    replies: { 200: { description: 'The settings with the result', schema: TeamsChannelReply } },
    errors: ['channel-not-configured', 'precondition-failed', 'vault-unavailable'],
    async handle({ body, services }) {
      return await teamsChannelReply(await services.teamsChannel.sendTest(body.workflow), services);
    },
  }),
  endpoint({
    name: 'notifications-teams-arrival',
    method: 'PUT',
    route: 'notifications/teams/test-card',
    gate: 'admin',
    summary: 'Store whether a test card arrived',
    body: TestCardArrival,
    replies: { 200: { description: 'The settings with the answer', schema: TeamsChannelReply } },
    errors: ['precondition-failed'],
    async handle({ body: { workflow, sentAt, arrived }, services }) {
      const confirmed = await services.teamsChannel.confirmTest(workflow, sentAt, arrived);
      return await teamsChannelReply(confirmed, services);
    },
  }),
];
