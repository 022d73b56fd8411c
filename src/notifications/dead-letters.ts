import {
  deadDeliveries,
  dismissDead,
  endsWithWaiting,
  isStillWaiting,
  retryDead,
  withoutDeliveries,
} from './rules/deliveries.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { knownDelivery } from '../conversations/rules/outbox.ts';
import type { DeadLetter } from './records/dead-letter.ts';
import type { OutboxEntry } from '../conversations/records/outbox-entry.ts';
import type { NotificationChannel, Page, Ports } from '../ports.ts';
import type { Background } from '../platform/background.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import { enabledChannels } from '../conversations/enabled-channels.ts';
import type { Dispatcher } from './dispatcher.ts';

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store' | 'telemetry'> & {
  channels: readonly NotificationChannel[];
  dispatcher: Pick<Dispatcher, 'deliverOf'>;
  background: Background;
};

/** The notices that could not be delivered. Methods throw `notice-not-found` for an unknown one. */
export function deadLetters(dependencies: Dependencies) {
  const { store, channels, clock, background, dispatcher } = dependencies;

  /** Stores the entry that `to` returns, and resolves to its `result`. */
  async function change<T>(
    sessionId: string,
    noticeId: string,
    to: (entry: OutboxEntry) => Promise<{ next: OutboxEntry; result: T }>,
  ): Promise<T> {
    return await retryOnConflict('dead-letters', dependencies, async () => {
      const entries = await store.outboxOf(sessionId);
      const found = entries.find(({ entry }) => entry.id === noticeId);
      if (!found || deadDeliveries(found.entry).length === 0) throw new AppError('notice-not-found');
      const { next, result } = await to(found.entry);
      const version = await store.saveEntry(next, found.version);
      return version === undefined ? { written: false } : { written: true, result };
    });
  }

  /** Schedules the useful deliveries of an entry again, and drops the others. */
  async function scheduleAgain(entry: OutboxEntry) {
    const on = await enabledChannels(channels);
    const dead = deadDeliveries(entry).flatMap((delivery) => {
      const channel = on.find(({ name }) => name === delivery.channel);
      return channel ? [{ delivery, endsWithWaiting: endsWithWaiting(entry, delivery, channel) }] : [];
    });
    if (dead.length === 0) throw new AppError('channel-off');
    const { session } = (await store.load(entry.sessionId, 'strong')) ?? {};
    const isWaiting = isStillWaiting(entry, session);
    const of = (isOfUse: boolean) =>
      dead.filter((one) => (!one.endsWithWaiting || isWaiting) === isOfUse).map(({ delivery }) => delivery);
    const again = of(true);
    const now = nowIso(clock);
    const next = withoutDeliveries(retryDead(entry, again, now), of(false));
    return { next, result: again.length > 0 };
  }

  return {
    /** Newest first. */
    async list(limit: number, cursor?: string): Promise<Page<DeadLetter>> {
      const paging = { limit, ...(cursor !== undefined && { cursor }) };
      const { items, ...rest } = await store.deadOutbox(paging);
      const on = items.length === 0 ? [] : (await enabledChannels(channels)).map(({ name }) => name);
      return { items: items.flatMap(({ entry }) => deadLettersOf(entry, on)), ...rest };
    },

    /**
     * Delivers it again, in the background. Throws `notice-outdated` if the visitor no longer waits, and
     * removes it from the list; `channel-off` if its channel is switched off.
     */
    async retry(sessionId: string, noticeId: string): Promise<void> {
      const isSent = await change(sessionId, noticeId, scheduleAgain);
      if (!isSent) throw new AppError('notice-outdated');
      background.run(dispatcher.deliverOf(sessionId));
    },

    dismiss: (sessionId: string, noticeId: string): Promise<void> =>
      change(sessionId, noticeId, (entry) =>
        Promise.resolve({ next: dismissDead(entry), result: undefined }),
      ),
  };
}

/** The dead letter of an entry; deliveries of a later release are left out. */
function deadLettersOf(entry: OutboxEntry, on: readonly string[]): DeadLetter[] {
  const { id, sessionId, at, facts, deliveries } = entry;
  const dead = deliveries.flatMap((delivery) => {
    const known = knownDelivery(entry, delivery);
    const { attempts, failure, deadSince } = delivery;
    if (!known || deadSince === undefined) return [];
    const { kind, channel, step } = known;
    const shown = {
      ...(failure && { failure }),
      ...(!on.includes(channel) && { channelOff: true as const }),
    };
    return [{ kind, delivery: { channel, step, attempts, ...shown, deadSince } }];
  });
  const [first] = dead;
  if (!first) return [];
  const { sourceDomain } = facts;
  return [
    {
      id,
      sessionId,
      kind: first.kind,
      at,
      ...(sourceDomain !== undefined && { sourceDomain }),
      deliveries: dead.map(({ delivery }) => delivery),
    },
  ];
}
