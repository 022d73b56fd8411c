import type { ErrorCode } from '../../core/errors.ts';
import { PROPOSAL_MS, type ProposalState, type StoredProposal } from '../records/proposal.ts';
import type { ActionOutcome, LabeledValue } from '../records/tried-action.ts';
import type { SessionRecord } from '../records/session.ts';

/** A visitor's choices on the card of a proposal. */
export const DECISIONS = ['confirm', 'cancel'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * The lease of a confirmed change, in milliseconds: longer than any call. If it has expired, the instance
 * that ran the change has ended.
 */
export const RUN_MS = 60_000;

/** A change with validated values. */
interface ProposedChange {
  action: { id: string; etag: string; name: string; title: string };
  values: StoredProposal['request']['values'];
  question?: string;
  shown: readonly LabeledValue[];
}

/**
 * Creates a proposal that waits for the visitor's decision. `agent`: the oid of the agent who proposes it.
 */
export function createProposal(
  { action, values, question = action.title, shown }: ProposedChange,
  { id, nowMs, agent }: { id: string; nowMs: number; agent?: string | undefined },
): StoredProposal {
  return {
    id,
    title: action.title,
    question,
    values: shown,
    expiresAt: new Date(nowMs + PROPOSAL_MS).toISOString(),
    state: 'waiting',
    request: {
      actionId: action.id,
      name: action.name,
      etag: action.etag,
      values,
      ...(agent !== undefined && { agent }),
    },
  };
}

/**
 * `kept`: it was decided before. `changed`: it has a new state; if that is `running`, the caller runs it.
 * `lost`: the instance that ran it has ended, so the effect of the change is unknown.
 */
type DecisionOutcome =
  | { kind: 'kept' | 'lost'; proposal: StoredProposal }
  | { kind: 'changed'; proposal: StoredProposal }
  | { kind: 'refused'; refusal: ErrorCode };

/**
 * Applies a decision. A proposal runs at most once, before it expires, while its author answers the visitor,
 * and for the person to whom it was shown. `seq`: of its message.
 */
export function decide(
  session: Pick<SessionRecord, 'status' | 'claimedBy' | 'anonymousSeq'>,
  { seq, proposal }: { seq: number; proposal: StoredProposal },
  decision: Decision,
  nowMs: number,
): DecisionOutcome {
  if (isLost(proposal, nowMs)) return { kind: 'lost', proposal };
  if (proposal.state !== 'waiting') return { kind: 'kept', proposal };
  if (session.status === 'closed') return { kind: 'refused', refusal: 'session-closed' };
  const changed = (next: ProposalState) => ({
    kind: 'changed' as const,
    proposal: { ...proposal, state: next },
  });
  if (decision === 'cancel') return changed('canceled');
  // Another person may have asked for it before the visitor signed in.
  const isOfOther = seq <= (session.anonymousSeq ?? 0);
  if (isOfOther || nowMs >= Date.parse(proposal.expiresAt)) return changed('expired');
  const isClaimed = session.status === 'claimed';
  const { agent } = proposal.request;
  const mayRun = agent === undefined ? !isClaimed : isClaimed && session.claimedBy === agent;
  if (!mayRun) return { kind: 'refused', refusal: 'agent-has-joined' };
  return {
    kind: 'changed',
    proposal: { ...proposal, state: 'running', confirmedAt: new Date(nowMs).toISOString() },
  };
}

/** Whether the instance that ran a confirmed change has ended without storing its result. */
export function isLost({ state, confirmedAt }: StoredProposal, nowMs: number): boolean {
  return state === 'running' && nowMs > Date.parse(confirmedAt ?? '') + RUN_MS;
}

export function completedProposal(proposal: StoredProposal, outcome: ActionOutcome): StoredProposal {
  return { ...proposal, state: outcome === 'answered' ? 'done' : 'failed' };
}
