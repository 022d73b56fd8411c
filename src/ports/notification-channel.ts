import type {
  ChannelName,
  DeliveryFailure,
  DeliveryStep,
  NoticeKind,
  OutboxEntry,
} from '../domain/records/outbox-entry.ts';

/** What a channel gets: the notice of an entry, without the state of its deliveries. */
export interface Notice extends Pick<OutboxEntry, 'id' | 'sessionId' | 'order' | 'kind' | 'at' | 'facts'> {
  step: DeliveryStep;
}

/**
 * `ok`: the other side has accepted it. `permanent`: trying again is of no use until an admin changes
 * something. `channel-off`: there is nothing to deliver to; the delivery is dropped and counts as no failure.
 */
export type DeliveryOutcome =
  | { ok: true }
  | {
      ok: false;
      permanent: boolean;
      code: DeliveryFailure;
      /** As the other side asks for, in milliseconds. */
      retryAfterMs?: number;
    };

/** When an unclaimed handoff is told again, in minutes since the visitor waits; absent: it is not. */
export interface FollowUps {
  reminderMinutes?: number;
  escalationMinutes?: number;
}

/** A way to tell of what happens to conversations: off until an admin switches it on. */
export interface NotificationChannel {
  readonly name: ChannelName;
  /** The notices that it takes. */
  readonly kinds: readonly NoticeKind[];
  /** A notice of a visitor who waits is of no use once an agent has claimed: it is dropped. */
  readonly onlyWhileWaiting: boolean;
  /**
   * Whether it is on, as far as this instance knows; reads nothing, since a visitor's request asks. Undefined
   * where the instance does not know yet: then the notice is stored, and `deliver` decides.
   */
  isOn(): boolean | undefined;
  /** Reads its settings where they are not known, or have changed; then whether it is on. */
  refresh(): Promise<boolean>;
  followUps(): Promise<FollowUps>;
  /** Never throws for what the other side does; takes at most a few seconds, and ends with the signal. */
  deliver(notice: Notice, signal: AbortSignal): Promise<DeliveryOutcome>;
}
