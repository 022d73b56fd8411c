import { dismissed, revived } from '../../domain/deliveries.ts';
import { AppError } from '../../domain/errors.ts';
import { knownDelivery } from '../../domain/outbox.ts';
import type { Delivery, KnownDelivery, OutboxEntry } from '../../domain/records/outbox-entry.ts';
import type { Ports } from '../../ports.ts';
import type { Background } from '../platform/background.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';
import type { Dispatcher } from './dispatcher.ts';

/** How many are shown; they are the exception. */
const LISTED = 100;

/** A notice with its deliveries that are not tried any more. */
export interface DeadLetter extends Pick<OutboxEntry, 'id' | 'sessionId' | 'at'> {
  kind: KnownDelivery['kind'];
  sourceDomain?: string;
  deliveries: DeadDelivery[];
}

interface DeadDelivery
  extends Pick<KnownDelivery, 'channel' | 'step'>, Pick<Delivery, 'attempts' | 'failure'> {
  deadSince: string;
}

/** The notices that could not be delivered. An unknown one is `notice-not-found`. */
export interface DeadLetters {
  /** Newest first. */
  list(): Promise<DeadLetter[]>;
  /** Delivers it again, in the background. */
  retry(sessionId: string, noticeId: string): Promise<void>;
  dismiss(sessionId: string, noticeId: string): Promise<void>;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store' | 'telemetry'> & {
  dispatcher: Pick<Dispatcher, 'deliverOf'>;
  background: Background;
};

export function deadLetters(dependencies: Dependencies): DeadLetters {
  const { store, clock, background, dispatcher } = dependencies;

  async function change(
    sessionId: string,
    noticeId: string,
    to: (entry: OutboxEntry) => OutboxEntry,
  ): Promise<void> {
    await retryOnConflict('dead-letters', dependencies, async () => {
      const entries = await store.outboxOf(sessionId);
      const found = entries.find(({ entry }) => entry.id === noticeId);
      const isDead = found?.entry.deliveries.some(({ deadSince }) => deadSince !== undefined);
      if (!found || isDead !== true) throw new AppError('notice-not-found');
      const version = await store.settle(to(found.entry), found.version);
      return version === undefined ? { written: false } : { written: true, result: undefined };
    });
  }

  return {
    list: async () => (await store.deadOutbox(LISTED)).flatMap(({ entry }) => deadLettersOf(entry)),

    async retry(sessionId, noticeId) {
      const now = new Date(clock.now()).toISOString();
      await change(sessionId, noticeId, (entry) => revived(entry, now));
      background.run(dispatcher.deliverOf(sessionId));
    },

    dismiss: (sessionId, noticeId) => change(sessionId, noticeId, dismissed),
  };
}

/** The dead letter of an entry; what a later release has left is not shown. */
function deadLettersOf(entry: OutboxEntry): DeadLetter[] {
  const { id, sessionId, at, facts, deliveries } = entry;
  const dead = deliveries.flatMap((delivery) => {
    const known = knownDelivery(entry, delivery);
    const { attempts, failure, deadSince } = delivery;
    if (!known || deadSince === undefined) return [];
    const { kind, channel, step } = known;
    return [{ kind, delivery: { channel, step, attempts, ...(failure && { failure }), deadSince } }];
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
