import * as z from 'zod/mini';
import { LabeledValue } from './action.ts';
import { time } from './fields.ts';

/**
 * `running`: its visitor has confirmed it. `done`: the API answered with success. `failed`: the API refused
 * it, or gave no answer that can be used.
 */
export const PROPOSAL_STATES = ['waiting', 'running', 'done', 'canceled', 'failed', 'expired'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A change that waits for the visitor, on the message that proposes it. */
export const Proposal = z
  .object({
    id: z.string(),
    title: z.string(),
    question: z.string(),
    /** The exact values of the stored proposal. */
    values: z.readonly(z.array(LabeledValue)),
    expiresAt: time(),
    state: z.enum(PROPOSAL_STATES),
  })
  .register(z.globalRegistry, {
    id: 'ActionProposal',
    description: 'A change that only its visitor can confirm.',
  });
export type Proposal = z.output<typeof Proposal>;

/** A proposal as it is stored: with the request that runs once it is confirmed. */
export const StoredProposal = z.extend(Proposal, {
  request: z.object({
    actionId: z.string(),
    name: z.string(),
    /** The version of the action; a change of another version does not run. */
    etag: z.string(),
    values: z.readonly(z.record(z.string(), z.union([z.string(), z.number()]))),
    /** The directory's id of the agent who proposed it; absent for the assistant and for a form. */
    agent: z.exactOptional(z.string()),
  }),
  /** When its visitor confirmed it. */
  confirmedAt: z.exactOptional(time()),
});
export type StoredProposal = z.output<typeof StoredProposal>;
