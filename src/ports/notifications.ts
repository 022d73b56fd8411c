import type { FollowUps } from '../domain/deliveries.ts';
import type { DeliveryResult } from '../domain/delivery-outcome.ts';
import type {
  ChannelName,
  DeliveryStep,
  OutboxKind,
  OutboxEntry,
  DeliveryFailure,
} from '../domain/records/outbox-entry.ts';

/** A notice as a channel gets it: the notice of an entry, without the state of its deliveries. */
export interface Notice extends Pick<OutboxEntry, 'id' | 'sessionId' | 'order' | 'at' | 'facts'> {
  kind: OutboxKind;
  step: DeliveryStep;
}

/** A channel of notices about conversations. It is off until an admin switches it on. */
export interface NotificationChannel {
  readonly name: ChannelName;
  /** The notices that it takes. */
  readonly kinds: readonly OutboxKind[];
  /** A notice of a visitor who waits is of no use once an agent has claimed: it is dropped. */
  readonly onlyWhileWaiting: boolean;
  /** Whether its settings switch it on; another instance's change may take 15 seconds to be seen. */
  isOn(): Promise<boolean>;
  followUps(): Promise<FollowUps>;
  /**
   * `ok`: the other side has accepted it. `channel-off`: there is nothing to deliver to; the delivery is
   * dropped and counts as no failure. Never throws for what the other side does; takes a few seconds at most.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<DeliveryResult>;
}

/** An entry of the activity feed in Teams. The title and the preview are plain text. */
export interface FeedEntry {
  /** The event; Teams writes the name of the app before it. */
  title: string;
  /** At most 150 characters are shown; empty: none. */
  preview: string;
  /** The link that the entry opens, at most 1 024 characters. */
  webUrl: string;
  /** An entry with the same id replaces the earlier one: a whole number up to 2^53. */
  chainId: number;
  /** The id of the Teams app in the catalog of the organization, where the admin has set one. */
  teamsAppId?: string | undefined;
}

/** The claims of the managed identity's token: the values of a federated credential. */
export interface FederatedIdentity {
  issuer: string;
  subject: string;
  audience: string;
}

/** Whether the agents' application can sign in by the managed identity. */
export type ApplicationSignIn = { identity?: FederatedIdentity } & (
  | { ok: true }
  /** `entraCode`: the number of the sign-in's error, for example 700213. */
  | { ok: false; failure: DeliveryFailure; entraCode?: number }
);

/** The activity feeds of agents in Teams, in the customer's own Microsoft 365. */
export interface ActivityFeed {
  /** Signs the application in, or uses the token that it has. Never throws for what the other side does. */
  signIn(): Promise<ApplicationSignIn>;
  /** Sends to one agent: `ok` means that this agent has the app. */
  sendTo(oid: string, entry: FeedEntry, signal: AbortSignal): Promise<DeliveryResult>;
  /**
   * Sends to up to 100 agents in one call: `ok` means accepted, and does not confirm the delivery to each
   * agent.
   */
  sendToMany(oids: readonly string[], entry: FeedEntry, signal: AbortSignal): Promise<DeliveryResult>;
}

/** The Teams workflows of the customer's own Microsoft 365. */
export interface Workflows {
  /**
   * Sends an Adaptive Card to the address of a workflow; every failure is an outcome. `ok` is accepted, not
   * posted: the workflow posts the card later, or fails to.
   */
  post(address: URL, card: object, signal?: AbortSignal): Promise<DeliveryResult>;
}
