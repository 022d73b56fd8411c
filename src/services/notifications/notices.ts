import { addNotice, noticeOf } from '../../domain/outbox.ts';
import type { NoticeKind } from '../../domain/records/outbox-entry.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Commit, NotificationChannel, Ports, RequestBudget, Version } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { channelsOn } from './channels-on.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The change of a conversation, as far as notices go. */
type Noticed = Pick<Commit, 'session' | 'outbox'>;

export interface Notices {
  /**
   * Adds to a change what channels are told of it. `also`: what happens besides the change of the session's
   * state.
   */
  add(
    before: SessionRecord | undefined,
    session: SessionRecord,
    also?: readonly NoticeKind[],
  ): Promise<Noticed>;
  /** Delivers in the background what was stored; the timer does where the versions are not known. */
  stored(outbox: Commit['outbox'], versions: readonly Version[] | undefined): void;
}

type Dependencies = Pick<Ports, 'random'> & {
  channels: readonly NotificationChannel[];
  dispatcher: Dispatcher;
  background: Background;
  requestBudget: RequestBudget;
};

/** The notices of the changes of conversations. */
export function notices({ channels, dispatcher, background, requestBudget, random }: Dependencies): Notices {
  return {
    async add(before, session, also = []) {
      const moved = noticeOf(before, session);
      const kinds = [...(moved === undefined ? [] : [moved]), ...also];
      let noticed: Noticed = { session };
      for (const kind of kinds) {
        const on = await channelsOn(channels.filter((channel) => channel.kinds.includes(kind)));
        if (on.length === 0) continue;
        const names = on.map(({ name }) => name);
        const added = addNotice(noticed.session, { id: random.uuid(), kind, channels: names });
        noticed = { session: added.session, outbox: [...(noticed.outbox ?? []), added.entry] };
      }
      return noticed;
    },

    stored(outbox = [], versions = []) {
      const own = outbox.flatMap((entry, n) => {
        const version = versions[n];
        return version === undefined ? [] : [{ entry, version }];
      });
      if (own.length > 0) background.run(requestBudget.leave(() => dispatcher.deliverStored(own)));
    },
  };
}
