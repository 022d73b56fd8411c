import * as z from 'zod/mini';
import { LabeledValue } from './tried-action.ts';
import { time } from '../../lib/fields.ts';

/** How long a proposed change can be confirmed, in milliseconds. */
export const PROPOSAL_MS = 600_000;

/**
 * `running`: the visitor has confirmed it. `done`: the API returned success. `failed`: the API returned an
 * error, or no usable response.
 */
export const PROPOSAL_STATES = ['waiting', 'running', 'done', 'canceled', 'failed', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A proposed change, stored on the message that proposes it. */
export const Proposal = z
  .object({
    id: z.string(),
    title: z.string(),
    question: z.string(),
    /** The labeled values of the request. */
    values: z.readonly(z.array(LabeledValue)),
    expiresAt: time(),
    state: z.enum(PROPOSAL_STATES),
  })
  .register(z.globalRegistry, {
    id: 'ActionProposal',
    description: 'A change that only its visitor can confirm.',
  });
export type Proposal = z.output<typeof Proposal>;

/** A stored proposal, with the request to run after the confirmation. */
export const StoredProposal = z.extend(Proposal, {
  request: z.object({
    actionId: z.string(),
    name: z.string(),
    /** The version of the action; the request does not run if the action was edited since. */
    etag: z.string(),
    values: z.readonly(z.record(z.string(), z.union([z.string(), z.number()]))),
    /** The oid of the agent who proposed it; absent for the assistant and for a form. */
    agent: z.exactOptional(z.string()),
  }),
  confirmedAt: z.exactOptional(time()),
});
export type StoredProposal = z.output<typeof StoredProposal>;
