import * as z from 'zod/mini';
import { CARD_LANGUAGES } from '../rules/notice-card-words.ts';
import { fieldsOf, time, uuid } from '../../lib/fields.ts';
import { DeliveryFailure } from '../../conversations/records/outbox-entry.ts';

/** The maximum time until a reminder or an escalation, in minutes. */
const MAX_MINUTES = 24 * 60;

/** `first` gets all cards; `second` the escalations. */
export const WorkflowSlot = z.enum(['first', 'second']);
export type WorkflowSlot = z.output<typeof WorkflowSlot>;

const minutes = () => z.int().check(z.minimum(0), z.maximum(MAX_MINUTES));

/** The settings of notifications in Teams, without the addresses of workflows. */
export const teamsChannelFields = {
  /** Minutes until the reminder; 0: no reminder. */
  reminderMinutes: minutes(),
  /** Minutes until the escalation to the second address; 0: no escalation. */
  escalationMinutes: minutes(),
  /** Whether cards show the visitor's first question. */
  includeFirstQuestion: z.boolean(),
  language: z.enum(CARD_LANGUAGES),
  /** The id of the Teams app in the organization's catalog; absent: the id in the app package. */
  teamsAppId: z.exactOptional(uuid()),
  /** Whether agents get entries in their activity feeds; default: false. */
  activityFeed: z.exactOptional(z.boolean()),
};

/** A reference to the address of a workflow, which is a secret in the vault. */
const StoredAddress = z.object({
  /** The name of the secret; each new address gets a new name. */
  secret: z.string(),
  host: z.string(),
  since: time(),
});
export type StoredAddress = z.output<typeof StoredAddress>;

/** The stored settings of notifications in Teams. Cards are on if `first` is set. */
export const TeamsChannelRecord = z.object({
  ...teamsChannelFields,
  first: z.exactOptional(StoredAddress),
  second: z.exactOptional(StoredAddress),
  /** The origin of the service in the links of cards: the one that the admin used. */
  origin: z.string(),
});
export type TeamsChannelRecord = z.output<typeof TeamsChannelRecord>;

const TeamsChannelFields = z.object(teamsChannelFields);
export type TeamsChannelFields = z.output<typeof TeamsChannelFields>;
export const teamsChannelFieldsOf: (record: TeamsChannelFields) => TeamsChannelFields =
  fieldsOf(TeamsChannelFields);

/** The newest test card of a workflow. */
export const WorkflowTest = z.object({
  sentAt: time(),
  /** Whether the workflow accepted it; it may still fail to post it. */
  accepted: z.boolean(),
  failure: z.exactOptional(DeliveryFailure),
  /** The admin's answer to "Did it arrive?". */
  arrived: z.exactOptional(z.boolean()),
  answeredAt: z.exactOptional(time()),
});
export type WorkflowTest = z.output<typeof WorkflowTest>;

/** Set while a workflow accepts no card; `since`: the first failure. */
export const WorkflowFailing = z.object({ since: time(), failure: DeliveryFailure });
export type WorkflowFailing = z.output<typeof WorkflowFailing>;

/** The state of a workflow address; `secret` identifies the address. */
const WorkflowState = z.object({
  secret: z.string(),
  test: z.exactOptional(WorkflowTest),
  failing: z.exactOptional(WorkflowFailing),
});
export type WorkflowState = z.output<typeof WorkflowState>;

/** A workflow in the admin API, without its address. */
const ShownWorkflow = z.object({
  ...z.pick(StoredAddress, { host: true, since: true }).shape,
  ...z.pick(WorkflowState, { test: true, failing: true }).shape,
});
type ShownWorkflow = z.output<typeof ShownWorkflow>;
export const shownWorkflow: (known: ShownWorkflow) => ShownWorkflow = fieldsOf(ShownWorkflow);

/** The states of both workflows, stored separately so that deliveries do not change the settings' version. */
export const WorkflowStates = z.object({
  first: z.exactOptional(WorkflowState),
  second: z.exactOptional(WorkflowState),
});
export type WorkflowStates = z.output<typeof WorkflowStates>;

/** The channel in the admin API, with the entity tag of its settings. */
export const ShownTeamsChannel = z.object({
  ...teamsChannelFields,
  first: z.exactOptional(ShownWorkflow),
  second: z.exactOptional(ShownWorkflow),
  etag: z.string(),
});
export type ShownTeamsChannel = z.output<typeof ShownTeamsChannel>;
