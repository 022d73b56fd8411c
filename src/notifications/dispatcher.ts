import { TimeoutError, keyedMutex, withTimeout } from '../lib/concurrency.ts';
import {
  afterAttempt,
  blockerOf,
  dueDeliveries,
  endsWithWaiting,
  isStillWaiting,
  postponeDelivery,
  type FollowUps,
  withoutDeliveries,
} from './rules/deliveries.ts';
import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import { chance } from '../lib/retries.ts';
import { deadSince, dueAt, currentFacts, knownDelivery, LEASE_MS } from '../conversations/rules/outbox.ts';
import type { Delivery, NoticeFacts, OutboxEntry } from '../conversations/records/outbox-entry.ts';
import type { NotificationChannel, Ports, StoredEntry } from '../ports.ts';
import { channelStates } from '../conversations/enabled-channels.ts';

/** Time-out of one delivery, in milliseconds; shorter than the lease. */
const DELIVERY_MS = LEASE_MS / 3;
/** The number of entries per read, and of conversations in parallel. */
const PAGE = 100;
const MAX_PARALLEL = 8;

type DispatcherDependencies = Pick<Ports, 'clock' | 'random' | 'store' | 'telemetry'> & {
  channels: readonly NotificationChannel[];
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** Delivers notices at least once, in the order within their conversation (ADR 18). */
export function dispatcher(dependencies: DispatcherDependencies) {
  const { store, channels, clock, random, telemetry, stopping } = dependencies;
  const mutex = keyedMutex();
  const now = () => nowIso(clock);
  const channelOf = (name: string) => channels.find((channel) => channel.name === name);

  /** The result of a delivery of a later release, and of a channel that is off. */
  const OFF: DeliveryResult = { ok: false, permanent: true, code: 'channel-off' };

  async function deliverEntry(entry: OutboxEntry, delivery: Delivery): Promise<DeliveryResult> {
    const known = knownDelivery(entry, delivery);
    const channel = channelOf(delivery.channel);
    if (!known || !channel) return OFF;
    const startedMs = clock.now();
    const { id, sessionId, order, at, facts } = entry;
    const notice = { id, sessionId, order, kind: known.kind, at, facts, step: known.step };
    const result = await deliver(channel, notice);
    if (result.ok || result.code !== 'channel-off') {
      telemetry.record({
        type: 'dependency',
        name: `notice.${known.channel}`,
        durationMs: clock.now() - startedMs,
        ok: result.ok,
        ...(!result.ok && { code: result.code }),
      });
    }
    return result;
  }

  async function deliver(
    channel: NotificationChannel,
    notice: Parameters<NotificationChannel['deliver']>[0],
  ): Promise<DeliveryResult> {
    try {
      return await withTimeout(clock, DELIVERY_MS, (signal) => channel.deliver(notice, signal));
    } catch (error) {
      if (error instanceof TimeoutError) return { ok: false, permanent: false, code: 'hanging' };
      reportBug(error);
      return { ok: false, permanent: false, code: 'unavailable' };
    }
  }

  /** Reports errors other than the unavailability of a component. */
  function reportBug(error: unknown): void {
    if (!(error instanceof AppError)) telemetry.record({ type: 'warning', code: 'background-failed' });
  }

  /** The follow-ups of a delivery; undefined if the settings cannot be read. */
  async function followUpsOf({ channel }: Delivery): Promise<FollowUps | undefined> {
    try {
      return (await channelOf(channel)?.followUps()) ?? {};
    } catch (error) {
      reportBug(error);
      return undefined;
    }
  }

  /**
   * The deliveries to drop because the visitor no longer waits, and the current facts. It reads the
   * conversation only if necessary.
   */
  async function refresh(
    entry: OutboxEntry,
    due: readonly Delivery[],
    isFresh: boolean,
  ): Promise<{ dropped: readonly Delivery[]; facts: NoticeFacts }> {
    const { facts } = entry;
    const asked = due.filter((delivery) => {
      const onlyWhileWaiting = !isFresh && channelOf(delivery.channel)?.onlyWhileWaiting === true;
      return endsWithWaiting(entry, delivery, { onlyWhileWaiting });
    });
    if (asked.length === 0) return { dropped: [], facts };
    const { session } = (await store.load(entry.sessionId, 'strong')) ?? {};
    const isOfUse = session && isStillWaiting(entry, session);
    return isOfUse ? { dropped: [], facts: currentFacts(facts, session) } : { dropped: asked, facts };
  }

  /** Delivers the due deliveries of a leased entry, and returns its new state. */
  async function work(
    leased: OutboxEntry,
    others: readonly OutboxEntry[],
    isFresh: boolean,
  ): Promise<OutboxEntry> {
    const { leasedUntil: _l, ...free } = leased;
    let entry: OutboxEntry = free;
    const at = now();
    const allDue = dueDeliveries(entry, at);
    const blocked = allDue.flatMap((delivery) => {
      const blocker = blockerOf(delivery, entry, others, at);
      return blocker ? [{ delivery, until: dueAt(blocker) ?? at }] : [];
    });
    for (const { delivery, until } of blocked) entry = postponeDelivery(entry, delivery, until);
    const due = allDue.filter((one) => !blocked.some(({ delivery }) => delivery === one));
    const { dropped, facts } = await refresh(entry, due, isFresh);
    entry = withoutDeliveries(entry, dropped);
    // The follow-ups are read before sending, because a failure afterwards would send the notice again.
    const useful = due.filter((delivery) => !dropped.includes(delivery));
    const tried = await Promise.all(
      useful.map(async (delivery) => {
        const followUps = await followUpsOf(delivery);
        return {
          delivery,
          followUps,
          result: followUps && (await deliverEntry({ ...entry, facts }, delivery)),
        };
      }),
    );
    for (const { delivery, followUps, result } of tried) {
      if (!followUps || !result) {
        entry = postponeDelivery(entry, delivery, new Date(clock.now() + LEASE_MS).toISOString());
        continue;
      }
      const before = deadSince(entry);
      entry = afterAttempt(entry, delivery, result, {
        nowMs: clock.now(),
        jitter: chance(random),
        followUps,
      });
      if (deadSince(entry) !== before) telemetry.record({ type: 'warning', code: 'notice-given-up' });
    }
    return entry;
  }

  /** Leases an entry for this instance; undefined if another one has it. */
  async function lease({ entry, version }: StoredEntry): Promise<StoredEntry | undefined> {
    const at = now();
    if (dueDeliveries(entry, at).length === 0 || (entry.leasedUntil ?? '') > at) return undefined;
    const leased = { ...entry, leasedUntil: new Date(clock.now() + LEASE_MS).toISOString() };
    const leasedVersion = await store.saveEntry(leased, version);
    return leasedVersion === undefined ? undefined : { entry: leased, version: leasedVersion };
  }

  /** Delivers the entries of a conversation in order; `own` are already leased to this instance. */
  async function deliverInOrder(entries: readonly StoredEntry[], own: readonly StoredEntry[]): Promise<void> {
    const current = entries.map(({ entry }) => entry);
    for (const [n, stored] of entries.entries()) {
      const mine = own.find(({ entry }) => entry.id === stored.entry.id);
      const taken = mine ?? (await lease(stored));
      if (!taken) continue;
      const done = await work(taken.entry, current, mine !== undefined);
      // Not saved if the conversation was deleted, or if the lease of this instance has expired.
      await store.saveEntry(done, taken.version);
      current[n] = done;
    }
  }

  const deliverOf = (sessionId: string) =>
    mutex(sessionId, async () => deliverInOrder(await store.outboxOf(sessionId), []));

  /**
   * Delivers for conversations, a few at a time, and returns the errors. An error of one conversation does
   * not stop the others, but an unavailable component does.
   */
  async function deliverEach(sessionIds: readonly string[]): Promise<unknown[]> {
    const waiting = [...sessionIds];
    const failures: unknown[] = [];
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined && !stopping.aborted; id = waiting.shift()) {
        try {
          await deliverOf(id);
        } catch (error) {
          failures.push(error);
          if (error instanceof AppError) waiting.length = 0;
        }
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
    return failures;
  }

  return {
    /** Delivers the due entries of a conversation. */
    deliverOf,

    /** Delivers entries that this instance has just stored with its lease. */
    async deliverStored(stored: readonly StoredEntry[]): Promise<void> {
      const [first] = stored;
      if (!first) return;
      const { sessionId, order } = first.entry;
      await mutex(sessionId, async () => {
        // The first notice of a conversation has no predecessors.
        await deliverInOrder(order === 1 ? stored : await store.outboxOf(sessionId), stored);
      });
    },

    /** Delivers all due entries; if no channel is on, reads only the channels' settings. */
    async deliverDue(): Promise<void> {
      const { on, failures } = await channelStates(channels);
      if (on.length === 0) return;
      const seen = new Set<string>();
      while (!stopping.aborted) {
        const due = await store.dueOutbox(now(), PAGE);
        const sessionIds = [...new Set(due.map(({ entry }) => entry.sessionId))].filter(
          (id) => !seen.has(id),
        );
        if (sessionIds.length === 0) break;
        for (const id of sessionIds) seen.add(id);
        failures.push(...(await deliverEach(sessionIds)));
      }
      const [cause] = failures;
      if (cause !== undefined) throw new Error('Some notices could not be worked on.', { cause });
    },
  };
}

export type Dispatcher = ReturnType<typeof dispatcher>;
