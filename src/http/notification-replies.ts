import type { ShownTeamsChannel } from '../notifications/records/teams-channel.ts';
import type { Services } from '../compose.ts';
import type { CollabChecks } from '../admin/wire/admin.ts';
import type { TeamsChannelReply } from '../notifications/wire/notifications.ts';
import { type HttpReply, json } from './request.ts';

export async function teamsChannelReply(
  shown: ShownTeamsChannel,
  { collabPackage }: Pick<Services, 'collabPackage'>,
): Promise<HttpReply> {
  const packageAppId = await collabPackage.appId();
  const reply = { ...shown, ...(packageAppId !== undefined && { packageAppId }) };
  return json<TeamsChannelReply>(200, reply, { etag: shown.etag });
}

/** The checks of the activity feed for the Teams setup; empty if the feed is not available. */
export async function feedChecks({
  activityFeed,
}: Pick<Services, 'activityFeed'>): Promise<Pick<CollabChecks, 'activityFeed'>> {
  const feed = await activityFeed();
  if (!feed) return {};
  const [{ on, agents }, signIn] = await Promise.all([feed.read(), feed.signIn()]);
  const { identity } = signIn;
  return {
    activityFeed: {
      on,
      ...(identity && { identity }),
      ...(!signIn.ok && { failure: signIn.failure }),
      ...(!signIn.ok && signIn.entraCode !== undefined && { entraCode: signIn.entraCode }),
      unreached: agents.flatMap(({ name, failure }) => (failure === undefined ? [] : [name])),
    },
  };
}
