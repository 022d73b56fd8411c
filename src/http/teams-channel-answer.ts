import type { ShownTeamsChannel } from '../services/notifications/teams-channel-settings.ts';
import type { Services } from '../services/platform/services.ts';
import type { TeamsChannelReply } from '../wire/notifications.ts';
import { type HttpReply, json } from './request.ts';

/** The settings of the Teams channel in a response to admins. */
export async function teamsChannelAnswer(
  shown: ShownTeamsChannel,
  { collabPackage }: Pick<Services, 'collabPackage'>,
): Promise<HttpReply> {
  const packageAppId = await collabPackage.appId();
  const reply = { ...shown, ...(packageAppId !== undefined && { packageAppId }) };
  return json<TeamsChannelReply>(200, reply, { etag: shown.etag });
}
