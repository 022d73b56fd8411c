import type { FollowUps } from '../notifications/rules/deliveries.ts';
import type { DeliveryResult } from '../conversations/rules/delivery-outcome.ts';
import type {
  ChannelName,
  DeliveryStep,
  OutboxKind,
  OutboxEntry,
  DeliveryFailure,
} from '../conversations/records/outbox-entry.ts';

/** An outbox entry as a channel gets it, without the state of its deliveries. */
export interface Notice extends Pick<OutboxEntry, 'id' | 'sessionId' | 'order' | 'at' | 'facts'> {
  kind: OutboxKind;
  step: DeliveryStep;
}

/** A channel of notices about conversations. It is off until an admin switches it on. */
export interface NotificationChannel {
  readonly name: ChannelName;
  /** The kinds of notices that it delivers. */
  readonly kinds: readonly OutboxKind[];
  /** Notices are dropped once an agent has claimed the conversation. */
  readonly onlyWhileWaiting: boolean;
  /** Whether it is switched on. A change by another instance takes effect within 15 s. */
  isOn(): Promise<boolean>;
  followUps(): Promise<FollowUps>;
  /**
   * `ok`: the recipient's service accepted it. `channel-off`: the channel has no recipient; the delivery is
   * dropped and is not a failure. Failures of the other service are results, never errors.
   */
  deliver(notice: Notice, signal: AbortSignal): Promise<DeliveryResult>;
}

/** An entry of the activity feed in Teams. `title` and `preview` are plain text. */
export interface FeedEntry {
  /** The event; Teams writes the name of the app before it. */
  title: string;
  /** Teams shows at most 150 characters; may be empty. */
  preview: string;
  /** The link that the entry opens, at most 1 024 characters. */
  webUrl: string;
  /** An entry with the same id replaces the earlier one: a whole number up to 2^53. */
  chainId: number;
  /** The id of the Teams app in the organization's catalog; undefined if the admin has not set it. */
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
  /** `entraCode`: the number of the AADSTS error, for example 700213. */
  | { ok: false; failure: DeliveryFailure; entraCode?: number }
);

/** The activity feeds of agents in Teams, in the customer's own Microsoft 365. */
export interface ActivityFeed {
  /** Gets an access token for the application, or uses the cached one. Failures are results, never errors. */
  signIn(): Promise<ApplicationSignIn>;
  /** Sends to one agent; `ok` means that the agent has the app installed. */
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
   * Sends an Adaptive Card to the address of a workflow; failures are results, never errors. `ok` means that
   * the workflow accepted the card; it posts the card later and can still fail.
   */
  post(address: URL, card: object, signal?: AbortSignal): Promise<DeliveryResult>;
}
