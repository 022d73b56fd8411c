import * as z from 'zod/mini';
import { named, time, uuid } from '../../lib/fields.ts';
import { ShownTeamsChannel, teamsChannelFields, WorkflowSlot } from '../records/teams-channel.ts';
import { MAX_WORKFLOW_ADDRESS_LENGTH } from '../rules/workflow-address.ts';

/** The typed address of a workflow; null removes it. */
const address = () =>
  z.exactOptional(z.nullable(z.string().check(z.maxLength(2 * MAX_WORKFLOW_ADDRESS_LENGTH))));

export const TeamsChannelEdit = z
  .object({ ...teamsChannelFields, first: address(), second: address() })
  .check(
    z.refine(
      ({ reminderMinutes, escalationMinutes }) =>
        reminderMinutes === 0 || escalationMinutes === 0 || escalationMinutes > reminderMinutes,
      { path: ['escalationMinutes'], error: 'must be later than the reminder' },
    ),
  )
  .register(
    z.globalRegistry,
    named(
      'TeamsChannelEdit',
      'The cards in a Teams channel. An address that is absent stays as it is; null removes it.',
    ),
  );

export const TeamsChannelReply = z
  .extend(ShownTeamsChannel, {
    /** The id of the app package; absent if no identity provider is configured. */
    packageAppId: z.exactOptional(uuid()),
  })
  .register(
    z.globalRegistry,
    named(
      'TeamsChannel',
      'The cards in a Teams channel. Of the addresses, which are secrets, only the host and the time are shown.',
    ),
  );
export type TeamsChannelReply = z.infer<typeof TeamsChannelReply>;

export const TestCardRequest = z
  .object({ workflow: WorkflowSlot })
  .register(z.globalRegistry, named('TestCardRequest', 'The workflow to send a test card to.'));

export const TestCardArrival = z
  .object({ workflow: WorkflowSlot, sentAt: time(), arrived: z.boolean() })
  .register(z.globalRegistry, named('TestCardArrival', 'Whether a test card arrived in Teams.'));

export const DeskLinkParams = z.object({ link: z.string().check(z.minLength(1), z.maxLength(2000)) });

export const DeskLinkReply = z
  .object({ sessionId: uuid() })
  .register(z.globalRegistry, named('DeskLink', 'The conversation of a link.'));
export type DeskLinkReply = z.infer<typeof DeskLinkReply>;
