import { transition } from '../../core/session-state-machine.ts';
import { decide, completedProposal, type Decision } from '../../domain/actions/proposals.ts';
import { AppError } from '../../domain/errors.ts';
import { derivedId } from '../../domain/ids.ts';
import type { ActionReason, TriedAction } from '../../domain/records/action.ts';
import type { Message } from '../../domain/records/message.ts';
import type { StoredProposal } from '../../domain/records/proposal.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import { countActions, markReplaced } from '../../domain/reply.ts';
import { append } from '../../domain/session-messages.ts';
import type { VisitorClaims } from '../../domain/widgets.ts';
import type { Conversation, Ports, RequestBudget } from '../../ports.ts';
import { requireStored, type Change, type Conversations } from '../chat/conversations.ts';
import type { RetryOutage } from '../chat/outage-retries.ts';
import { messageIn, requireFound } from '../chat/reading.ts';
import { requireSameVisitor } from '../chat/visitor-session.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { ActionQuota } from './action-quota.ts';
import type { WriteResult } from './action-results.ts';
import type { ActionRun, ActionRunner } from './action-runner.ts';
import { actionEvent } from './action-telemetry.ts';

/** A visitor's decision on a proposal. */
export interface ProposalDecision {
  sessionId: string;
  messageId: string;
  proposalId: string;
  decision: Decision;
}

export interface ProposalOutcome {
  session: SessionRecord;
  proposal: StoredProposal;
  /** The message with the result, if this call ran the change. */
  reply?: Message;
}

export interface Proposals {
  /** Runs the stored change once, or cancels it. A repeat returns the current state. */
  decide(decided: ProposalDecision, claims: VisitorClaims | undefined): Promise<ProposalOutcome>;
}

type Dependencies = Pick<Ports, 'clock' | 'store' | 'telemetry'> & {
  actionRunner: ActionRunner;
  conversations: Conversations;
  rateGate: Pick<RateGate, 'sessionReads'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
  retryOutage: RetryOutage;
  quota: ActionQuota;
  writeResult: WriteResult;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** The stored decision, and the next step of this call. */
interface StoredDecision {
  session: SessionRecord;
  /** The session without the count of this change. */
  before: SessionRecord;
  proposal: StoredProposal;
  next: 'nothing' | 'run' | 'tell-lost';
}

/**
 * The state `running` is written with optimistic concurrency, so that only one call of all instances runs the
 * change.
 */
export function proposals(dependencies: Dependencies): Proposals {
  const { actionRunner, conversations, rateGate, requestBudget, retryOutage } = dependencies;
  const { quota, writeResult, clock, store, telemetry, stopping } = dependencies;
  const now = () => new Date(clock.now()).toISOString();

  async function requireProposal(
    conversation: Conversation,
    { messageId, proposalId }: ProposalDecision,
  ): Promise<{ message: Message; proposal: StoredProposal }> {
    const message = await messageIn(conversation, messageId, store);
    const proposal = message?.proposal;
    if (!message || proposal?.id !== proposalId) throw new AppError('proposal-not-found');
    return { message, proposal };
  }

  async function storeDecision(
    decided: ProposalDecision,
    claims: VisitorClaims | undefined,
  ): Promise<StoredDecision> {
    const changed = await conversations.change(
      decided.sessionId,
      async (conversation): Promise<Change<StoredDecision>> => {
        const { session } = requireFound(conversation);
        requireSameVisitor(session, claims);
        const { message, proposal } = await requireProposal(requireFound(conversation), decided);
        const outcome = decide(session, proposal, decided.decision, clock.now());
        if (outcome.kind === 'refused') throw new AppError(outcome.refusal);
        if (outcome.kind === 'kept') {
          return { result: { session, before: session, proposal, next: 'nothing' } };
        }
        const runs = outcome.proposal.state === 'running';
        const isLost = outcome.kind === 'lost';
        const next = runs ? 'run' : 'nothing';
        const marked = countActions(markReplaced(session, message.id, now()), runs ? 1 : 0);
        return {
          commit: { session: marked, replace: { ...message, proposal: outcome.proposal } },
          result: {
            session: marked,
            before: session,
            proposal: outcome.proposal,
            next: isLost ? 'tell-lost' : next,
          },
        };
      },
    );
    return requireStored(changed);
  }

  /** Runs the proposed action; refused if the action was changed since. */
  async function run(session: SessionRecord, proposal: StoredProposal): Promise<ActionRun> {
    const { actionId, etag, values } = proposal.request;
    const caller = { session };
    const action = (await actionRunner.usableBy(caller)).find(({ id }) => id === actionId);
    if (action?.etag !== etag) return refusedRun(proposal, action ? 'changed' : 'not-found');
    if (!quota.take(session)) return refusedRun(proposal, 'limit');
    const outcome = actionRunner.prepare(action, values, caller);
    if ('problems' in outcome) return refusedRun(proposal, 'wrong-values');
    const options = { signal: stopping, idempotencyKey: proposal.id };
    return await actionRunner.run(outcome.prepared, caller, options);
  }

  /** Stores the state after the run, with the message of its result. */
  async function storeResult(
    decided: ProposalDecision,
    { session: before, proposal }: StoredDecision,
    result: ActionRun,
  ): Promise<ProposalOutcome> {
    const ended = completedProposal(proposal, result.tried.outcome);
    const id = derivedId('action-result', proposal.id);
    const draft = await writeResult(before, { title: proposal.title, method: 'POST' }, result);
    const changed = await conversations.change(decided.sessionId, async (conversation) => {
      const { session } = requireFound(conversation);
      const { message } = await requireProposal(requireFound(conversation), decided);
      const at = now();
      const outcome = transition(session, { type: 'assistant-reply' }, at);
      if (!outcome.ok) throw new AppError(outcome.refusal);
      const marked = markReplaced(outcome.session, message.id, at);
      const { session: after, message: reply } = append(marked, { ...draft, id }, at);
      return {
        commit: {
          session: after,
          append: [reply],
          replace: { ...message, proposal: ended },
          activity: { id, at, assistantMessages: 1 },
        },
        result: { session: after, proposal: ended, reply },
      };
    });
    if (changed.stored) return changed.result;
    const conversation = requireFound(await store.load(decided.sessionId, 'strong'));
    const { proposal: stored } = await requireProposal(conversation, decided);
    return { session: conversation.session, proposal: stored };
  }

  return {
    async decide(decided, claims) {
      await rateGate.sessionReads(decided.sessionId);
      const stored = await storeDecision(decided, claims);
      if (stored.next === 'nothing') return { session: stored.session, proposal: stored.proposal };
      return await requestBudget.pause(async () => {
        const isLost = stored.next === 'tell-lost';
        const result = isLost ? lostRun(stored.proposal) : await run(stored.before, stored.proposal);
        telemetry.record(actionEvent('visitor', result.tried));
        return await retryOutage(() => storeResult(decided, stored, result));
      });
    },
  };
}

function refusedRun(proposal: StoredProposal, reason: ActionReason): ActionRun {
  return notRun(proposal, { outcome: 'refused', reason });
}

/** The result if the instance that ran the change has ended: the effect is unknown. */
function lostRun(proposal: StoredProposal): ActionRun {
  return notRun(proposal, { outcome: 'failed', reason: 'timeout' });
}

function notRun(
  { title, request: { name } }: StoredProposal,
  how: Pick<TriedAction, 'outcome' | 'reason'>,
): ActionRun {
  return { tried: { name, title, ...how, durationMs: 0 }, data: [] };
}
