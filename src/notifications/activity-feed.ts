import { chainIdOf, feedLink, feedRecipients, feedText, outcomeOfMention } from './rules/activity-feed.ts';
import { lruCache } from '../lib/caching.ts';
import type { TeamsChannelRecord } from './records/teams-channel.ts';
import type { FeedEntry, Notice, NotificationChannel, Ports } from '../ports.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import type { DeskLinks } from './desk-links.ts';
import type { FeedSender } from './feed-sender.ts';
import { subjectOf } from './teams-channel.ts';
import type { TeamsChannelRecords } from './teams-channel-records.ts';

/** The maximum number of notices for which an instance caches the agents who got them. */
const MAX_REMEMBERED = 200;

interface ActivityFeedParts extends Pick<Ports, 'clock'> {
  records: Pick<TeamsChannelRecords, 'settings' | 'recentSettings'>;
  links: DeskLinks;
  sender: FeedSender;
  colleagues: Pick<Colleagues, 'listAll'>;
  /** The oids of the agents mentioned in a note; empty if it was deleted. */
  mentionedIn: (sessionId: string, noteId: string) => Promise<readonly string[]>;
  /** The host of Teams in this cloud. */
  teamsHost: string;
  /** The id of the app package; undefined if agents cannot sign in there. */
  teamsAppId: () => Promise<string | undefined>;
  /** The HMAC key of chain ids. */
  chainKey: () => Promise<Uint8Array>;
}

/** The notification channel of the agents' activity feeds in Teams (ADR 22). */
export function activityFeed(parts: ActivityFeedParts): NotificationChannel {
  const { clock, records, links, sender, colleagues, mentionedIn, teamsHost, teamsAppId, chainKey } = parts;
  const reachedBy = lruCache<Set<string>>(MAX_REMEMBERED);

  async function entryOf(settings: TeamsChannelRecord, packaged: string, notice: Notice): Promise<FeedEntry> {
    const { id, kind, sessionId, facts } = notice;
    const isMention = kind === 'mention';
    const link = await links.create(sessionId);
    const tab = { host: teamsHost, appId: settings.teamsAppId ?? packaged };
    return {
      ...feedText(isMention ? 'mention' : subjectOf(notice), facts, settings.language),
      webUrl: feedLink(tab, link, `${settings.origin}/api/collab-tab#/l/${link}`),
      chainId: chainIdOf(await chainKey(), isMention ? id : sessionId),
      teamsAppId: settings.teamsAppId,
    };
  }

  /** The recipients; mentioned agents get the entry also while away. */
  async function recipientsOf({ id, kind, sessionId }: Notice): Promise<readonly string[]> {
    return kind === 'mention'
      ? await mentionedIn(sessionId, id)
      : feedRecipients(await colleagues.listAll(), clock.now());
  }

  return {
    name: 'teams-activity',
    kinds: ['session.handoff', 'message.left', 'mention'],
    onlyWhileWaiting: true,
    isOn: async () => (await records.recentSettings())?.activityFeed === true,
    async followUps() {
      const { activityFeed: isOn = false, reminderMinutes = 0 } = (await records.settings()) ?? {};
      return isOn && reminderMinutes > 0 ? { reminderMinutes } : {};
    },
    async deliver(notice, signal) {
      const [settings, packaged] = await Promise.all([records.settings(), teamsAppId()]);
      if (settings?.activityFeed !== true || packaged === undefined) {
        return { ok: false, permanent: true, code: 'channel-off' };
      }
      const oids = await recipientsOf(notice);
      const reached = reachedBy(`${notice.id} ${notice.step}`, () => new Set());
      const entry = await entryOf(settings, packaged, notice);
      const outcome = await sender.send({ entry, oids, reached }, signal);
      return notice.kind === 'mention' ? outcomeOfMention(outcome) : outcome;
    },
  };
}
