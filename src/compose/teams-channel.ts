import { joseTokens } from '../adapters/tokens/jose.ts';
import type { Ports } from '../ports.ts';
import type { ChannelAnnouncements } from '../services/assistants/assistant-changes.ts';
import { deskLinks } from '../services/notifications/desk-links.ts';
import { teamsChannel } from '../services/notifications/teams-channel.ts';
import { teamsChannelRecords } from '../services/notifications/teams-channel-records.ts';
import { teamsChannelSettings } from '../services/notifications/teams-channel-settings.ts';
import type { Background } from '../services/platform/background.ts';

interface TeamsChannelParts extends Pick<
  Ports,
  'clock' | 'ledger' | 'random' | 'store' | 'telemetry' | 'vault' | 'workflows'
> {
  announcements: ChannelAnnouncements;
  background: Background;
  /** The key for a purpose, derived from the deployment's secret. */
  secret: (purpose: string) => Promise<Uint8Array>;
  /** The id of the Teams app; undefined where agents cannot sign in in Teams. */
  teamsAppId: () => Promise<string | undefined>;
}

/** Wires the cards in a Teams channel, and the links of these cards. */
export function teamsChannelServices(parts: TeamsChannelParts) {
  const tokens = joseTokens({ key: (purpose) => parts.secret(`token:${purpose}`), clock: parts.clock });
  const links = deskLinks({ tokens });
  const records = teamsChannelRecords(parts);
  return {
    channel: teamsChannel({ ...parts, records, links }),
    services: { deskLinks: links, teamsChannel: teamsChannelSettings({ ...parts, records }) },
  };
}
