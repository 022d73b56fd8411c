import * as z from 'zod/mini';
import { CARD_LANGUAGES } from '../notice-card-words.ts';
import { fieldsOf, time, uuid } from './fields.ts';
import { DeliveryFailure } from './outbox-entry.ts';

/** The longest time until a reminder or an escalation, in minutes: a day. */
const MAX_MINUTES = 24 * 60;

/** `first` gets all cards; `second` the escalations. */
export const WorkflowSlot = z.enum(['first', 'second']);
export type WorkflowSlot = z.output<typeof WorkflowSlot>;

const minutes = () => z.int().check(z.minimum(0), z.maximum(MAX_MINUTES));

/** The settings of notifications in Teams, without the addresses of workflows. */
export const teamsChannelFields = {
  /** Minutes until the reminder; 0 sends none. */
  reminderMinutes: minutes(),
  /** Minutes until the escalation to the second address; 0 sends none. */
  escalationMinutes: minutes(),
  /** Whether cards show the visitor's first question. */
  includeFirstQuestion: z.boolean(),
  language: z.enum(CARD_LANGUAGES),
  /** The id of the Teams app in the catalog of the organization; absent: that of the app package. */
  teamsAppId: z.exactOptional(uuid()),
  /** Whether each agent gets an entry in their activity feed; absent: they do not. */
  activityFeed: z.exactOptional(z.boolean()),
};

/** The address of a workflow: everything but the address, which is in the vault. */
const StoredAddress = z.object({
  /** The name of the vault's secret; another one for each address. */
  secret: z.string(),
  host: z.string(),
  since: time(),
});
export type StoredAddress = z.output<typeof StoredAddress>;

/** The stored settings of notifications in Teams. Cards are on where there is a first address. */
export const TeamsChannelRecord = z.object({
  ...teamsChannelFields,
  first: z.exactOptional(StoredAddress),
  second: z.exactOptional(StoredAddress),
  /** The origin of the service for the links of cards: the one that the admin used. */
  origin: z.string(),
});
export type TeamsChannelRecord = z.output<typeof TeamsChannelRecord>;

const TeamsChannelFields = z.object(teamsChannelFields);
export type TeamsChannelFields = z.output<typeof TeamsChannelFields>;
/** The settings without the addresses. */
export const teamsChannelFieldsOf: (record: TeamsChannelFields) => TeamsChannelFields =
  fieldsOf(TeamsChannelFields);

/** The newest test card of a workflow. */
export const WorkflowTest = z.object({
  sentAt: time(),
  /** Whether the workflow accepted it, which is not yet posted. */
  accepted: z.boolean(),
  failure: z.exactOptional(DeliveryFailure),
  /** The admin's answer to "Did it arrive?". */
  arrived: z.exactOptional(z.boolean()),
  answeredAt: z.exactOptional(time()),
});
export type WorkflowTest = z.output<typeof WorkflowTest>;

/** Since when a workflow has accepted no card. */
export const WorkflowFailing = z.object({ since: time(), failure: DeliveryFailure });
export type WorkflowFailing = z.output<typeof WorkflowFailing>;

/** The state of the workflow of one secret. */
const WorkflowState = z.object({
  secret: z.string(),
  test: z.exactOptional(WorkflowTest),
  failing: z.exactOptional(WorkflowFailing),
});
export type WorkflowState = z.output<typeof WorkflowState>;

/** A workflow as admins see it: without its address. */
export const ShownWorkflow = z.object({
  ...z.pick(StoredAddress, { host: true, since: true }).shape,
  ...z.pick(WorkflowState, { test: true, failing: true }).shape,
});
export type ShownWorkflow = z.output<typeof ShownWorkflow>;
export const shownWorkflow: (known: ShownWorkflow) => ShownWorkflow = fieldsOf(ShownWorkflow);

/** The state of both workflows. It is separate from the settings, whose version no delivery may change. */
export const WorkflowStates = z.object({
  first: z.exactOptional(WorkflowState),
  second: z.exactOptional(WorkflowState),
});
export type WorkflowStates = z.output<typeof WorkflowStates>;

/** The channel as admins see it, with the entity tag of the settings. */
export const ShownTeamsChannel = z.object({
  ...teamsChannelFields,
  first: z.exactOptional(ShownWorkflow),
  second: z.exactOptional(ShownWorkflow),
  etag: z.string(),
});
export type ShownTeamsChannel = z.output<typeof ShownTeamsChannel>;
