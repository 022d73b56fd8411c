import * as z from 'zod/mini';
import { DECISIONS } from '../../conversations/rules/proposals.ts';
import { OfferedAction } from '../../conversations/records/offered-action.ts';
import { Proposal } from '../../conversations/records/proposal.ts';
import { uuid } from '../../lib/fields.ts';
import { Message, VisitorMessage } from '../../conversations/records/message.ts';
import { SessionStatus } from '../../conversations/records/session.ts';
import { ActionResult } from './actions.ts';

/** The values of a form by field name; the action's rules validate them. */
const FormValues = z.record(
  z.string().check(z.maxLength(50)),
  z.union([z.string().check(z.maxLength(1_000)), z.number()]),
);

const actionName = () => z.string().check(z.minLength(1), z.maxLength(50));

export const ActionFormRequest = z
  .object({
    sessionId: uuid(),
    name: actionName(),
    values: FormValues,
    clientMessageId: z.optional(uuid()),
  })
  .register(z.globalRegistry, {
    id: 'ActionFormRequest',
    description: 'A visitor has filled in the form of an action that was offered.',
  });

export const ActionFormReply = z
  .object({ sessionId: uuid(), status: SessionStatus, message: VisitorMessage, reply: VisitorMessage })
  .register(z.globalRegistry, {
    id: 'ActionFormReply',
    description: 'The form as a message, and as its answer the result, or a change that waits.',
  });
export type ActionFormReply = z.infer<typeof ActionFormReply>;

export const ProposalParams = z.object({ proposalId: uuid() });

export const ProposalRequest = z
  .object({ sessionId: uuid(), messageId: uuid(), decision: z.enum(DECISIONS) })
  .register(z.globalRegistry, {
    id: 'ProposalRequest',
    description: 'A visitor confirms or cancels a change; `messageId` is the message that proposes it.',
  });

export const ProposalReply = z
  .object({
    sessionId: uuid(),
    status: SessionStatus,
    proposal: Proposal,
    /** The message with the result, if this call ran the change. */
    reply: z.optional(VisitorMessage),
  })
  .register(z.globalRegistry, { id: 'ProposalReply', description: 'The proposal as it is now.' });
export type ProposalReply = z.infer<typeof ProposalReply>;

/** `form`: the name of the action whose form gets its choices. */
export const AgentActionsQuery = z.object({ form: z.optional(actionName()) });

export const AgentActionsReply = z.object({ actions: z.array(OfferedAction) });
export type AgentActionsReply = z.infer<typeof AgentActionsReply>;

export const AgentActionRequest = z
  .object({ name: actionName(), values: FormValues })
  .register(z.globalRegistry, {
    id: 'AgentActionRequest',
    description: 'An agent has filled in the form of an action.',
  });

export const AgentActionReply = z
  .object({
    /** The result of a lookup, only for the agent. */
    result: z.optional(ActionResult),
    /** The message that proposes a change to the visitor. */
    message: z.optional(Message),
  })
  .register(z.globalRegistry, {
    id: 'AgentActionReply',
    description: 'The result of a lookup, or the message that proposes a change to the visitor.',
  });
export type AgentActionReply = z.infer<typeof AgentActionReply>;
