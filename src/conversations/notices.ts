import { addNotice, noticeOf, type NewNotice } from './rules/outbox.ts';
import type { SessionRecord } from './records/session.ts';
import type { Commit, NotificationChannel, Ports, RequestBudget, StoredEntry, Version } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { enabledChannels } from './enabled-channels.ts';

/** The parts of a commit that notices change. */
type CommitWithNotices = Pick<Commit, 'session' | 'outbox'>;

type Dependencies = Pick<Ports, 'random'> & {
  channels: readonly NotificationChannel[];
  deliver: (stored: readonly StoredEntry[]) => Promise<void>;
  background: Background;
  requestBudget: RequestBudget;
};

/** Creates the notices of changed conversations (ADR 18). */
export function notices({ channels, deliver, background, requestBudget, random }: Dependencies) {
  return {
    /**
     * Adds the notices of a state change to the commit. `also`: further notices.
     */
    async add(
      before: SessionRecord | undefined,
      session: SessionRecord,
      also: readonly (Omit<NewNotice, 'id'> & Partial<NewNotice>)[] = [],
    ) {
      const moved = noticeOf(before, session);
      const added = [...(moved === undefined ? [] : [{ kind: moved }]), ...also];
      let noticed: CommitWithNotices = { session };
      for (const { id = random.uuid(), ...notice } of added) {
        const { kind } = notice;
        const on = await enabledChannels(channels.filter((channel) => channel.kinds.includes(kind)));
        if (on.length === 0) continue;
        const names = on.map(({ name }) => name);
        const { session: counted, entry } = addNotice(noticed.session, { ...notice, id, channels: names });
        noticed = { session: counted, outbox: [...(noticed.outbox ?? []), entry] };
      }
      return noticed;
    },

    /** Delivers the stored entries in the background; without `versions`, the timer delivers them later. */
    deliverStored(outbox: Commit['outbox'] = [], versions: readonly Version[] | undefined = []) {
      const own = outbox.flatMap((entry, n) => {
        const version = versions[n];
        return version === undefined ? [] : [{ entry, version }];
      });
      if (own.length > 0) background.run(requestBudget.exempt(() => deliver(own)));
    },
  };
}

export type Notices = ReturnType<typeof notices>;
