import type { FollowUps } from '../domain/deliveries.ts';
import type { DeliveryResult } from '../domain/delivery-outcome.ts';
import type { ChannelName, DeliveryStep, NoticeKind, OutboxEntry } from '../domain/records/outbox-entry.ts';

/** What a channel gets: the notice of an entry, without the state of its deliveries. */
export interface Notice extends Pick<OutboxEntry, 'id' | 'sessionId' | 'order' | 'at' | 'facts'> {
  kind: NoticeKind;
  step: DeliveryStep;
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
  /**
   * `ok`: the other side has accepted it. `channel-off`: there is nothing to deliver to; the delivery is
   * dropped and counts as no failure. Never throws for what the other side does; takes a few seconds at most.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<DeliveryResult>;
}
