import { changesSomething } from '../actions/rules/action-rules.ts';
import { lookupOfChoices, offerWithChoices } from '../actions/rules/choices.ts';
import { offerOf } from '../actions/rules/offers.ts';
import { createProposal } from '../conversations/rules/proposals.ts';
import { AppError, invalidField } from '../core/errors.ts';
import type { Message } from '../conversations/records/message.ts';
import type { OfferedAction } from '../conversations/records/offered-action.ts';
import type { SessionAgent } from '../conversations/records/session.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import { requireConversation } from '../conversations/reading.ts';
import type { AgentReplies } from './agent-replies.ts';
import type {
  ActionCaller,
  ActionRun,
  ActionRunner,
  PreparedAction,
  UsableAction,
} from '../actions/action-runner.ts';
import { actionEvent } from '../actions/action-telemetry.ts';

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

  async function run(prepared: PreparedAction, caller: ActionCaller): Promise<ActionRun> {
    const result = await requestBudget.pause(() => actionRunner.run(prepared, caller, { signal: stopping }));
    telemetry.record(actionEvent('agent', result.tried));
    return result;
  }

  /** The agent chooses from the items of a lookup. Without its data, the field stays a text field. */
  async function withChoices(
    offer: OfferedAction,
    usable: readonly UsableAction[],
    caller: ActionCaller,
  ): Promise<OfferedAction> {
    const lookup = lookupOfChoices(offer, usable);
    const ready = lookup && actionRunner.prepare(lookup, {}, caller);
    if (!ready || 'problems' in ready) return offer;
    const { data } = await run(ready.prepared, caller);
    return offerWithChoices(offer, data);
  }

  return {
    /**
     * The actions that an agent may run in a conversation, with the visitor's identity. `form`: the action
     * whose form gets choices from a lookup, for the agent who has claimed the conversation.
     */
    async list(sessionId: string, { oid }: SessionAgent, form?: string): Promise<OfferedAction[]> {
      const { session } = await requireConversation(store, sessionId);
      if (session.status === 'closed') return [];
      const caller = { session, agent: { oid } };
      const usable = await actionRunner.usableBy(caller);
      const asked = session.claimedBy === oid ? form : undefined;
      return await Promise.all(
        usable.map(async (action) => {
          const offer = offerOf(action);
          return action.name === asked ? await withChoices(offer, usable, caller) : offer;
        }),
      );
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
      return { result: await run(prepared, caller) };
    },
  };
}
