import { addNotice, noticeOf } from '../../domain/outbox.ts';
import type { NoticeKind } from '../../domain/records/outbox-entry.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { Commit, NotificationChannel, Ports, RequestBudget, Version } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import type { Dispatcher } from './dispatcher.ts';

/** The change of a conversation, as far as notices go. */
type Noticed = Pick<Commit, 'session' | 'outbox'>;

export interface Notices {
  /**
   * Adds to a change what channels are told of it; reads nothing. `also`: what happens besides the change of
   * the session's state.
   */
  add(before: SessionRecord | undefined, session: SessionRecord, also?: readonly NoticeKind[]): Noticed;
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
  /** A channel that does not know yet whether it is on gets the notice, and decides when it is delivered. */
  const channelsFor = (kind: NoticeKind) =>
    channels.filter((channel) => channel.kinds.includes(kind) && channel.isOn() !== false);

  return {
    add(before, session, also = []) {
      const moved = noticeOf(before, session);
      return [...(moved === undefined ? [] : [moved]), ...also].reduce<Noticed>(
        (noticed, kind) => {
          const names = channelsFor(kind).map(({ name }) => name);
          if (names.length === 0) return noticed;
          const added = addNotice(noticed.session, { id: random.uuid(), kind, channels: names });
          return { session: added.session, outbox: [...(noticed.outbox ?? []), added.entry] };
        },
        { session },
      );
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
