import { transition } from '../core/session-state-machine.ts';
import {
  completedProposal,
  decide,
  isLost,
  RUN_MS,
  type Decision,
} from '../conversations/rules/proposals.ts';
import { AppError } from '../core/errors.ts';
import { derivedId } from '../lib/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { ActionReason, TriedAction } from '../conversations/records/tried-action.ts';
import type { Message } from '../conversations/records/message.ts';
import type { StoredProposal } from '../conversations/records/proposal.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { countActions, markReplaced } from '../conversations/rules/reply.ts';
import { append } from '../conversations/rules/session-messages.ts';
import type { VisitorClaims } from '../conversations/rules/visitors.ts';
import type { Conversation, Ports, RequestBudget } from '../ports.ts';
import { requireStored, type Change, type Conversations } from '../conversations/conversations.ts';
import type { RetryOutage } from '../platform/retry-outage.ts';
import { messageIn, requireFound, type Reading } from '../conversations/reading.ts';
import { requireSameVisitor } from '../conversations/visitor-session.ts';
import type { Background } from '../platform/background.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { ActionQuota } from './action-quota.ts';
import type { WriteResult } from './action-results.ts';
import type { ActionRun, ActionRunner } from './action-runner.ts';
import type { RunningChange, RunningChanges } from './running-changes.ts';
import { actionEvent } from './action-telemetry.ts';

interface ProposalPlace {
  sessionId: string;
  messageId: string;
  proposalId: string;
}

/** A visitor's decision on a proposal. */
interface ProposalDecision extends ProposalPlace {
  decision: Decision;
}

interface ProposalOutcome {
  session: SessionRecord;
  proposal: StoredProposal;
  /** The message with the result, if this call ran the change. */
  reply?: Message;
}

type Dependencies = Pick<Ports, 'clock' | 'store' | 'telemetry'> & {
  actionRunner: ActionRunner;
  conversations: Conversations;
  rateGate: Pick<RateGate, 'sessionReads'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
  retryOutage: RetryOutage;
  background: Background;
  quota: ActionQuota;
  running: RunningChanges;
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
export function proposals(dependencies: Dependencies) {
  const { actionRunner, background, conversations, rateGate, requestBudget, retryOutage } = dependencies;
  const { quota, running, writeResult, clock, store, telemetry, stopping } = dependencies;
  const isOverdue = ({ confirmedAt }: RunningChange) => clock.now() > Date.parse(confirmedAt) + RUN_MS;
  const now = () => nowIso(clock);

  async function requireProposal(
    conversation: Conversation,
    { messageId, proposalId }: ProposalPlace,
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
        const outcome = decide(session, { seq: message.seq, proposal }, decided.decision, clock.now());
        if (outcome.kind === 'refused') throw new AppError(outcome.refusal);
        if (outcome.kind === 'kept') {
          return { result: { session, before: session, proposal, next: 'nothing' } };
        }
        if (outcome.kind === 'lost') {
          return { result: { session, before: session, proposal, next: 'tell-lost' } };
        }
        const runs = outcome.proposal.state === 'running';
        // Before the state is stored, so that a lost change is always found.
        if (runs) await noteRunning(decided, outcome.proposal);
        const marked = countActions(markReplaced(session, message.id, now()), runs ? 1 : 0);
        return {
          commit: { session: marked, replace: { ...message, proposal: outcome.proposal } },
          result: {
            session: marked,
            before: session,
            proposal: outcome.proposal,
            next: runs ? 'run' : 'nothing',
          },
        };
      },
    );
    return requireStored(changed);
  }

  async function noteRunning(
    { sessionId, messageId, proposalId }: ProposalPlace,
    { confirmedAt = now() }: StoredProposal,
  ): Promise<void> {
    await running.add({ sessionId, messageId, proposalId, confirmedAt });
  }

  /**
   * The result of a run that threw is unknown: the API may have been called. The end of the instance and an
   * unavailable component are expected; `bug` is any other error.
   */
  async function runOrLost(stored: StoredDecision): Promise<{ result: ActionRun; bug?: Error }> {
    try {
      return { result: await run(stored.before, stored.proposal) };
    } catch (error) {
      const result = lostRun(stored.proposal);
      if (error instanceof AppError) return { result };
      return {
        result,
        bug: error instanceof Error ? error : new Error('A change failed.', { cause: error }),
      };
    }
  }

  /** Stores the end of a change whose instance has ended. */
  async function endIfLost(place: ProposalPlace): Promise<void> {
    const conversation = await store.load(place.sessionId, 'strong');
    const message = conversation && (await messageIn(conversation, place.messageId, store));
    const proposal = message?.proposal;
    if (proposal?.id === place.proposalId && isLost(proposal, clock.now())) {
      const { session } = requireFound(conversation);
      const result = lostRun(proposal);
      telemetry.record(actionEvent('visitor', result.tried));
      await storeResult(place, { session, proposal }, result);
    }
    if (proposal?.state !== 'running' || isLost(proposal, clock.now())) {
      await running.remove(place.proposalId);
    }
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
    decided: ProposalPlace,
    { session: before, proposal }: Pick<StoredDecision, 'session' | 'proposal'>,
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
    if (!changed.isDuplicate) return changed.result;
    const conversation = requireFound(await store.load(decided.sessionId, 'strong'));
    const { proposal: stored } = await requireProposal(conversation, decided);
    return { session: conversation.session, proposal: stored };
  }

  return {
    /** Runs the stored change once, or cancels it. A repeat returns the current state. */
    async decide(decided: ProposalDecision, claims: VisitorClaims | undefined): Promise<ProposalOutcome> {
      await rateGate.sessionReads(decided.sessionId);
      const stored = await storeDecision(decided, claims);
      if (stored.next === 'nothing') return { session: stored.session, proposal: stored.proposal };
      return await requestBudget.pause(async () => {
        const isOld = stored.next === 'tell-lost';
        const { result, bug } = isOld ? { result: lostRun(stored.proposal) } : await runOrLost(stored);
        telemetry.record(actionEvent('visitor', result.tried));
        const outcome = await retryOutage(() => storeResult(decided, stored, result));
        background.run(running.remove(decided.proposalId));
        if (bug) throw bug;
        return outcome;
      });
    },

    /** Ends the changes whose instance has ended: their effect is unknown, and the visitor reads so. */
    async endLost(): Promise<void> {
      const overdue = (await running.list()).filter(isOverdue);
      const ended = await Promise.allSettled(overdue.map(endIfLost));
      const failed = ended.find((one) => one.status === 'rejected');
      if (failed) throw new Error('Some lost changes could not be ended.', { cause: failed.reason });
    },

    /** Reads a conversation, and reads it again after the end of a lost change in it was stored. */
    async readEnded(read: () => Promise<Reading>): Promise<Reading> {
      const reading = await read();
      const { lostChange, session } = reading;
      if (!lostChange) return reading;
      try {
        await endIfLost({ ...lostChange, sessionId: session.sessionId });
      } catch (error) {
        // The timer tries it again.
        if (error instanceof AppError) return reading;
        throw error;
      }
      return await read();
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
