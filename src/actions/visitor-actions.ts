import { transition } from '../core/session-state-machine.ts';
import { changesSomething } from './rules/action-rules.ts';
import { formText } from './rules/result-text.ts';
import { createProposal } from '../conversations/rules/proposals.ts';
import { AppError, invalidField } from '../core/errors.ts';
import { replyIdOf } from '../conversations/rules/ids.ts';
import { nowIso } from '../lib/fields.ts';
import type { Message, MessageDraft } from '../conversations/records/message.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import { countActions, messageFigures } from '../conversations/rules/reply.ts';
import { append } from '../conversations/rules/session-messages.ts';
import type { VisitorClaims } from '../conversations/rules/visitors.ts';
import type { Ports, RequestBudget } from '../ports.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { duplicateIdError, requireConversation, requireFound } from '../conversations/reading.ts';
import { requireSameVisitor } from '../conversations/visitor-session.ts';
import type { RateGate } from '../platform/rate-gate.ts';
import type { ActionQuota } from './action-quota.ts';
import type { WriteResult } from './action-results.ts';
import type { ActionRunner, PreparedAction } from './action-runner.ts';
import { actionEvent } from './action-telemetry.ts';

/** A form submitted by a visitor. */
interface FormSubmission {
  sessionId: string;
  name: string;
  values: Readonly<Record<string, string | number>>;
  clientMessageId?: string | undefined;
}

/** `message`: the submitted form, from the visitor. `reply`: the result or the proposal. */
interface FormOutcome {
  session: SessionRecord;
  message: Message;
  reply: Message;
}

type Dependencies = Pick<Ports, 'clock' | 'random' | 'store' | 'telemetry'> & {
  actionRunner: ActionRunner;
  conversations: Conversations;
  rateGate: Pick<RateGate, 'session' | 'withMessageCounted'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
  quota: ActionQuota;
  writeResult: WriteResult;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

/** Actions that a visitor starts by a button; they need no model. */
export function visitorActions(dependencies: Dependencies) {
  const { actionRunner, conversations, rateGate, requestBudget, quota, writeResult } = dependencies;
  const { clock, random, store, telemetry, stopping } = dependencies;

  async function prepare(session: SessionRecord, { name, values }: FormSubmission): Promise<PreparedAction> {
    const caller = { session };
    const action = (await actionRunner.usableBy(caller)).find((one) => one.name === name);
    if (!action) throw new AppError('action-not-found');
    const outcome = actionRunner.prepare(action, values, caller);
    if ('problems' in outcome) throw invalidField('values', outcome.problems.join(' '));
    return outcome.prepared;
  }

  /** The reply to the form: the result of a lookup, or a proposal. */
  async function answerForm(
    session: SessionRecord,
    ready: PreparedAction,
  ): Promise<{ answer: Omit<MessageDraft, 'id'>; calls: number }> {
    const { action } = ready;
    if (changesSomething(action)) {
      const proposal = createProposal(ready, { id: random.uuid(), nowMs: clock.now() });
      return { answer: { role: 'assistant', content: proposal.question, proposal }, calls: 0 };
    }
    if (!quota.take(session)) throw new AppError('action-limit');
    const run = await requestBudget.pause(() => actionRunner.run(ready, { session }, { signal: stopping }));
    telemetry.record(actionEvent('visitor', run.tried));
    return { answer: await writeResult(session, action, run), calls: 1 };
  }

  async function storedBefore(sessionId: string, messageId: string): Promise<FormOutcome | undefined> {
    const message = await store.message(sessionId, messageId);
    if (!message) return undefined;
    const reply = await store.message(sessionId, replyIdOf(messageId));
    if (message.role !== 'visitor' || !reply) throw duplicateIdError();
    return { session: requireFound(await store.load(sessionId)).session, message, reply };
  }

  return {
    /** Runs a lookup, or proposes a change. A repeat of `clientMessageId` returns the same outcome. */
    async submit(form: FormSubmission, claims: VisitorClaims | undefined): Promise<FormOutcome> {
      const { sessionId, clientMessageId: id = random.uuid() } = form;
      rateGate.session(sessionId);
      const { session } = await requireConversation(store, sessionId);
      requireSameVisitor(session, claims);
      const before = form.clientMessageId === undefined ? undefined : await storedBefore(sessionId, id);
      if (before) return before;
      refuseAway(session);
      const ready = await prepare(session, form);
      const { answer, calls } = await answerForm(session, ready);
      const written = await conversations.change(sessionId, (conversation) => {
        const { session: current } = requireFound(conversation);
        requireSameVisitor(current, claims);
        const at = nowIso(clock);
        const outcome = transition(current, { type: 'visitor-message' }, at);
        if (!outcome.ok) throw new AppError(outcome.refusal);
        const content = formText(ready.action.title, ready.shown);
        const said = append(
          rateGate.withMessageCounted(outcome.session),
          { id, role: 'visitor', content },
          at,
        );
        const replied = append(said.session, { ...answer, id: replyIdOf(id), replyTo: id }, at);
        const after = countActions(replied.session, calls);
        const activity = { id, at, ...messageFigures(said.message), assistantMessages: 1 };
        return {
          commit: { session: after, append: [said.message, replied.message], activity },
          result: { session: after, message: said.message, reply: replied.message },
        };
      });
      if (!written.isDuplicate) return written.result;
      const other = await storedBefore(sessionId, id);
      if (!other) throw new AppError('store-unavailable');
      return other;
    },
  };
}

/** Throws if an agent has joined, or the conversation is closed. */
function refuseAway({ status }: SessionRecord): void {
  if (status === 'claimed') throw new AppError('agent-has-joined');
  if (status === 'closed') throw new AppError('session-closed');
}
