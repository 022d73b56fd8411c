import { describe, expect, it } from 'vitest';
import type { TeamsChannelRecord } from '../../src/domain/records/teams-channel.ts';
import { assistantChanges } from '../../src/services/assistants/assistant-changes.ts';
import { SETTINGS, teamsChannelRecords } from '../../src/services/notifications/teams-channel-records.ts';
import { teamsChannel } from '../../src/services/notifications/teams-channel.ts';
import { freshFixture } from '../support/fixtures.ts';
import { heardTelemetry } from '../support/heard-telemetry.ts';
import { manualClock } from '../support/manual-clock.ts';
import { memoryVault } from '../support/memory-vault.ts';
import { realRandom } from '../support/real-random.ts';
import { openSqlite } from '../support/sqlite-store.ts';

const AT = '2026-11-20T17:00:00.000Z';

/** A Teams channel that is on. */
const ON: TeamsChannelRecord = {
  reminderMinutes: 5,
  escalationMinutes: 15,
  includeFirstQuestion: false,
  language: 'en',
  origin: 'https://chat.example',
  first: { secret: 'teams-workflow-1', host: 'one.example', since: AT },
};

describe('What instances know of the channels that are on', () => {
  const file = freshFixture(() => openSqlite());

  /** An instance of this release. */
  function instance() {
    const clock = manualClock(Date.parse(AT));
    const telemetry = heardTelemetry();
    const parts = { ledger: file.ledger, clock, random: realRandom, telemetry, vault: memoryVault() };
    const changes = assistantChanges(parts);
    const channel = teamsChannel({
      clock,
      store: file.conversations,
      workflows: { post: () => Promise.resolve({ ok: true }) },
      records: teamsChannelRecords(parts),
      announcements: changes,
      links: { make: () => Promise.resolve('link'), open: () => Promise.resolve('id') },
      teamsHost: 'teams.microsoft.com',
      teamsAppId: () => Promise.resolve(undefined),
    });
    return { changes, channel };
  }

  /** What is announced, as another release has written it. */
  const announced = (more: object) =>
    file.ledger.write('assistant-changes', 'latest', { storedBy: AT, ...more }, 'absent');

  it('is read where a later release has announced a channel that this one does not have', async () => {
    await announced({ channels: ['pager', 'teams-workflow'] });
    const { changes, channel } = instance();
    expect((await changes.latest()).storedByMs).toBe(Date.parse(AT));
    expect(channel.isOn()).toBe(true);
    // The other one is still announced when that release is back.
    await changes.announceChannel('teams-workflow', false);
    expect((await file.ledger.read('assistant-changes', 'latest'))?.value).toMatchObject({
      channels: ['pager'],
    });
  });

  it('is announced again by the timer, where an earlier release has announced without it', async () => {
    await file.ledger.write(SETTINGS.kind, SETTINGS.id, ON, 'absent');
    await announced({});
    const { changes, channel } = instance();
    await changes.latest();
    expect(channel.isOn()).toBe(false);
    expect(await instance().channel.refresh()).toBe(true);
    await changes.latest();
    expect(channel.isOn()).toBe(true);
  });
});
