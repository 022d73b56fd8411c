import { entityTag } from '../lib/entity-tag.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { testCard } from './rules/notice-card.ts';
import {
  shownWorkflow,
  teamsChannelFieldsOf,
  type StoredAddress,
  type ShownTeamsChannel,
  type TeamsChannelFields,
  type TeamsChannelRecord,
  type WorkflowFailing,
  type WorkflowSlot,
  type WorkflowStates,
  type WorkflowTest,
} from './records/teams-channel.ts';
import { afterCard, shownFailure, stateOf, WORKFLOW_SLOTS } from './rules/teams-channel.ts';
import type { Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { readDocument, updateDocument } from '../platform/ledger-documents.ts';
import { type Expected, refuseStale } from '../platform/ledger-records.ts';
import { SETTINGS, type TeamsChannelRecords, ignoreUnavailable } from './teams-channel-records.ts';
import { addressesIn, workflowAddresses, type StoredAddresses } from './workflow-addresses.ts';

/** `first` and `second`: new addresses; absent: unchanged; null: removed. */
interface TeamsChannelEdit extends TeamsChannelFields {
  first?: string | null;
  second?: string | null;
}

const DEFAULTS: TeamsChannelRecord = {
  reminderMinutes: 5,
  escalationMinutes: 15,
  includeFirstQuestion: false,
  language: 'en',
  origin: '',
};

type Dependencies = Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry' | 'vault' | 'workflows'> & {
  /** Deletes the states of the agents' activity feeds. */
  forgetFeeds: () => Promise<void>;
  /** The id of the app package; undefined if agents cannot sign in there. */
  teamsAppId: () => Promise<string | undefined>;
  records: TeamsChannelRecords;
  background: Background;
};

/** The settings of notifications in Teams: cards in a channel, and agents' activity feeds. */
export function teamsChannelSettings(dependencies: Dependencies) {
  const { clock, ledger, workflows, records, background, teamsAppId, forgetFeeds } = dependencies;
  const addresses = workflowAddresses(dependencies);
  const now = () => nowIso(clock);

  async function read(): Promise<ShownTeamsChannel> {
    const [stored, states] = await Promise.all([readDocument(ledger, SETTINGS), records.states()]);
    return shownChannel(stored?.value ?? DEFAULTS, states, entityTag(stored?.version ?? 'absent'));
  }

  async function write(
    { first, second, ...fields }: TeamsChannelEdit,
    kept: StoredAddresses,
    origin: string,
    expected: Expected,
  ): Promise<TeamsChannelRecord> {
    const given = { first, second };
    const { result } = await updateDocument('teams-channel', dependencies, SETTINGS, (stored) => {
      refuseStale(entityTag(stored?.version ?? 'absent'), expected);
      const isFeedOn = fields.activityFeed ?? stored?.value.activityFeed;
      const value: TeamsChannelRecord = {
        ...fields,
        ...(isFeedOn !== undefined && { activityFeed: isFeedOn }),
        origin,
      };
      for (const slot of WORKFLOW_SLOTS) {
        const address = given[slot] === null ? undefined : (kept[slot] ?? stored?.value[slot]);
        if (address) value[slot] = address;
      }
      if (value.second && !value.first) throw invalidField('second', 'Set an address for all cards first.');
      return { value, result: { value, before: stored?.value } };
    });
    const { value, before } = result;
    addresses.erase(
      WORKFLOW_SLOTS.map((slot) =>
        before?.[slot]?.secret === value[slot]?.secret ? undefined : before?.[slot],
      ),
    );
    return value;
  }

  /** Writes the settings; if that is refused, erases the new addresses, which are then unused. */
  async function writeOrErase(...of: Parameters<typeof write>): Promise<TeamsChannelRecord> {
    try {
      return await write(...of);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'store-unavailable') {
        addresses.erase(Object.values(of[1]));
      }
      throw error;
    }
  }

  async function requireAddress(slot: WorkflowSlot) {
    const settings = await records.settings();
    const address = await records.address(settings, slot);
    if (!settings || address === 'absent') throw new AppError('channel-not-configured');
    if (address === 'replaced') throw new AppError('precondition-failed');
    return { settings, ...address };
  }

  return {
    read,

    /**
     * Throws `validation-failed` if an address is not a workflow's, and `precondition-failed` after another
     * admin's change. New addresses are stored in the vault first, so that a failure does not lose the
     * previous address.
     */
    async save(edit: TeamsChannelEdit, origin: string, expected: Expected): Promise<ShownTeamsChannel> {
      const given = addressesIn(edit);
      if (edit.activityFeed === true && (await teamsAppId()) === undefined) {
        throw invalidField('activityFeed', 'Set up Microsoft Teams first.');
      }
      const stored = await readDocument(ledger, SETTINGS);
      refuseStale(entityTag(stored?.version ?? 'absent'), expected);
      const kept = await addresses.store(given);
      const saved = await writeOrErase(edit, kept, origin, expected);
      records.forget();
      if (saved.activityFeed === false) background.run(ignoreUnavailable(forgetFeeds()));
      return await read();
    },

    /** Sends a test card, and stores the result. Throws `channel-not-configured` if no address is set. */
    async sendTest(slot: WorkflowSlot): Promise<ShownTeamsChannel> {
      const { settings, url, secret } = await requireAddress(slot);
      const result = await workflows.post(
        url,
        testCard(settings.language, `${settings.origin}/api/collab-tab`),
      );
      const test: WorkflowTest = {
        sentAt: now(),
        accepted: result.ok,
        ...(!result.ok && { failure: result.code }),
      };
      await records.changeStates((states) => {
        const after = afterCard(states, { slot, secret }, result, test.sentAt);
        const state = after[slot]?.secret === secret ? after[slot] : { secret };
        return { ...after, [slot]: { ...state, test } };
      });
      return await read();
    },

    /**
     * Stores whether a test card arrived; throws `precondition-failed` if `sentAt` is not the newest card.
     */
    async confirmTest(slot: WorkflowSlot, sentAt: string, arrived: boolean): Promise<ShownTeamsChannel> {
      const settings = await records.settings();
      await records.changeStates((states) => {
        const state = settings && stateOf(settings, states, slot);
        if (!state?.test?.accepted || state.test.sentAt !== sentAt) throw new AppError('precondition-failed');
        return { ...states, [slot]: { ...state, test: { ...state.test, arrived, answeredAt: now() } } };
      });
      return await read();
    },

    /** The failure of a workflow to show on every admin page; undefined below 15 minutes. */
    async shownFailure(): Promise<WorkflowFailing | undefined> {
      const [settings, states] = await Promise.all([records.settings(), records.states()]);
      return settings && shownFailure(settings, states, clock.now());
    },
  };
}

function shownChannel(record: TeamsChannelRecord, states: WorkflowStates, etag: string): ShownTeamsChannel {
  const { first, second } = record;
  const workflow = (slot: WorkflowSlot, address: StoredAddress) =>
    shownWorkflow({ ...stateOf(record, states, slot), ...address });
  return {
    ...teamsChannelFieldsOf(record),
    ...(first && { first: workflow('first', first) }),
    ...(second && { second: workflow('second', second) }),
    etag,
  };
}
