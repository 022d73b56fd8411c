import type { WorkflowSlot } from '../../../domain/records/teams-channel.ts';
import type { TeamsChannelReply } from '../../../wire/notifications.ts';
import type { Saved } from '../draft.ts';

/** What an admin edits. An address that is absent stays as it is; null removes it. */
export interface ChannelEdit extends Pick<
  TeamsChannelReply,
  'reminderMinutes' | 'escalationMinutes' | 'includeFirstQuestion' | 'language'
> {
  teamsAppId: string;
  activityFeed: boolean;
  first?: string | null | undefined;
  second?: string | null | undefined;
}

/** The editable fields of the stored settings. */
export function channelSaved(reply: TeamsChannelReply): Saved<ChannelEdit> {
  const { reminderMinutes, escalationMinutes, includeFirstQuestion, language, etag } = reply;
  const { teamsAppId = '', activityFeed = false } = reply;
  return {
    edit: {
      reminderMinutes,
      escalationMinutes,
      includeFirstQuestion,
      language,
      teamsAppId,
      activityFeed,
    },
    etag,
  };
}

/** The request body of an edit, without empty texts. */
export function channelSent({ teamsAppId, first, second, ...edit }: ChannelEdit) {
  const id = teamsAppId.trim();
  return {
    ...edit,
    ...(id !== '' && { teamsAppId: id }),
    ...given('first', first),
    ...given('second', second),
  };
}

/** An empty field is no new address. */
function given(slot: WorkflowSlot, address: string | null | undefined) {
  if (address === null) return { [slot]: null };
  return address === undefined || address.trim() === '' ? {} : { [slot]: address };
}
