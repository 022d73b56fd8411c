import { changesSomething } from '../../domain/actions/action-rules.ts';
import { offerOf } from '../../domain/actions/offers.ts';
import { createProposal } from '../../domain/actions/proposals.ts';
import { AppError, invalidField } from '../../domain/errors.ts';
import type { Message } from '../../domain/records/message.ts';
import type { OfferedAction } from '../../domain/records/offered-action.ts';
import type { SessionAgent } from '../../domain/records/session.ts';
import type { Ports, RequestBudget } from '../../ports.ts';
import { requireConversation } from '../chat/reading.ts';
import type { AgentReplies } from '../desk/agent-replies.ts';
import type { ActionRun, ActionRunner } from './action-runner.ts';
import { actionEvent } from './action-telemetry.ts';

/** A form submitted by an agent. */
interface AgentForm {
  name: string;
  values: Readonly<Record<string, string | number>>;
}

/** `result`: of a lookup, only for the agent. `message`: it proposes a change to the visitor. */
type AgentActionOutcome = { result: ActionRun } | { message: Message };

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store' | 'telemetry'> & {
  actionRunner: ActionRunner;
  agentReplies: Pick<AgentReplies, 'send'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

export function agentActions(dependencies: Dependencies) {
  const { actionRunner, agentReplies, requestBudget, clock, random, store, telemetry, stopping } =
    dependencies;

  return {
    /** The actions that an agent may run in a conversation, with the visitor's identity. */
    async list(sessionId: string, { oid }: SessionAgent): Promise<OfferedAction[]> {
      const { session } = await requireConversation(store, sessionId);
      if (session.status === 'closed') return [];
      return (await actionRunner.usableBy({ session, agent: { oid } })).map(offerOf);
    },

    /** Only for the agent who has claimed the conversation; otherwise `not-session-owner`. */
    async submit(
      sessionId: string,
      agent: SessionAgent,
      { name, values }: AgentForm,
    ): Promise<AgentActionOutcome> {
      const { session } = await requireConversation(store, sessionId);
      if (session.status === 'closed') throw new AppError('session-closed');
      if (session.claimedBy !== agent.oid) throw new AppError('not-session-owner');
      const caller = { session, agent: { oid: agent.oid } };
      const action = (await actionRunner.usableBy(caller)).find((one) => one.name === name);
      if (!action) throw new AppError('action-not-found');
      const outcome = actionRunner.prepare(action, values, caller);
      if ('problems' in outcome) throw invalidField('values', outcome.problems.join(' '));
      const { prepared } = outcome;
      if (changesSomething(action)) {
        const proposal = createProposal(prepared, {
          id: random.uuid(),
          nowMs: clock.now(),
          agent: agent.oid,
        });
        const content = proposal.question;
        return { message: await agentReplies.send(sessionId, agent, { content, proposal }) };
      }
      const run = await requestBudget.pause(() => actionRunner.run(prepared, caller, { signal: stopping }));
      telemetry.record(actionEvent('agent', run.tried));
      return { result: run };
    },
  };
}
