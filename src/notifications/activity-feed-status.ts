import { isSeen } from './rules/activity-feed.ts';
import type { AgentStatus } from '../availability/rules/agent-status.ts';
import { TimeoutError, withTimeout } from '../lib/concurrency.ts';
import { AppError } from '../core/errors.ts';
import { CARD_WORDS } from './rules/notice-card-words.ts';
import type { AgentFeedState, FeedFailing } from './records/activity-feed.ts';
import { teamsDeepLink } from './rules/teams-channel.ts';
import type { ActivityFeed, Ports } from '../ports.ts';
import type { Colleagues } from '../availability/colleagues.ts';
import type { FeedSender } from './feed-sender.ts';
import type { TeamsChannelRecords } from './teams-channel-records.ts';

/** The chain id of test entries: each replaces the earlier one. */
const TEST_CHAIN = 0;
/** Time-out of a test, in milliseconds; later results are ignored. */
const TEST_MS = 12_000;

/** An agent seen in the last 30 days, with the result of the last single send. */
interface FeedAgent extends Partial<AgentFeedState> {
  name: string;
  availability: AgentStatus;
}

interface ShownActivityFeed {
  on: boolean;
  failing?: FeedFailing;
  /** Sorted by name. */
  agents: FeedAgent[];
}

type Dependencies = Pick<Ports, 'clock'> & {
  records: Pick<TeamsChannelRecords, 'settings'>;
  feed: ActivityFeed;
  sender: FeedSender;
  colleagues: Pick<Colleagues, 'listAll'>;
  teamsHost: string;
  teamsAppId: () => Promise<string | undefined>;
};

/** The state of the agents' activity feeds, for admins. */
export function activityFeedStatus(dependencies: Dependencies) {
  const { clock, records, feed, sender, colleagues, teamsHost, teamsAppId } = dependencies;
  const seen = async () => (await colleagues.listAll()).filter((agent) => isSeen(agent, clock.now()));

  async function read(): Promise<ShownActivityFeed> {
    const [settings, states, everyone] = await Promise.all([records.settings(), sender.states(), seen()]);
    const shown = everyone.map(({ oid, name, availability }): FeedAgent => ({
      name,
      availability,
      ...states.agents[oid],
    }));
    return {
      on: settings?.activityFeed === true,
      ...(states.failing && { failing: states.failing }),
      agents: shown.toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  }

  return {
    read,
    /** Sends a test entry to every listed agent; throws `channel-not-configured` if the feed is off. */
    async sendTest(): Promise<ShownActivityFeed> {
      const [settings, packaged] = await Promise.all([records.settings(), teamsAppId()]);
      if (settings?.activityFeed !== true || packaged === undefined) {
        throw new AppError('channel-not-configured');
      }
      const tab = { host: teamsHost, appId: settings.teamsAppId ?? packaged };
      const entry = {
        ...CARD_WORDS[settings.language].testEntry,
        webUrl: teamsDeepLink(tab, undefined, `${settings.origin}/api/collab-tab`),
        chainId: TEST_CHAIN,
        teamsAppId: settings.teamsAppId,
      };
      const oids = (await seen()).map(({ oid }) => oid);
      const sending = { entry, oids, oneByOne: true, reached: new Set<string>() };
      try {
        await withTimeout(clock, TEST_MS, (signal) => sender.send(sending, signal));
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
      }
      return await read();
    },
    signIn: () => feed.signIn(),
  };
}
