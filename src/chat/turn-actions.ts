import { changesSomething } from '../actions/rules/action-rules.ts';
import { lookupOfChoices, offerWithChoices } from '../actions/rules/choices.ts';
import { isOfferedFor, MAX_OFFERS, offerOf } from '../actions/rules/offers.ts';
import { createProposal } from '../conversations/rules/proposals.ts';
import { resultForModel } from '../actions/rules/result-text.ts';
import { parseExactJson } from '../lib/exact-json.ts';
import { toolOf } from '../actions/rules/tool-schema.ts';
import { MAX_ACTIONS_PER_TURN } from '../actions/records/action.ts';
import type { OfferedAction } from '../conversations/records/offered-action.ts';
import type { ActionReason, LabeledValue } from '../conversations/records/tried-action.ts';
import type { ActionNotice } from '../conversations/records/action-notice.ts';
import type { SessionRecord } from '../conversations/records/session.ts';
import type { ActionsOfTurn } from '../conversations/rules/turn.ts';
import type { AnswerActions, Ports, ReadQuestionWords } from '../ports.ts';
import type { ActionQuota } from '../actions/action-quota.ts';
import type { ActionRun, ActionRunner, PreparedAction, UsableAction } from '../actions/action-runner.ts';
import { actionEvent } from '../actions/action-telemetry.ts';

/** The actions of one answer: the model's tools and their results. */
export interface TurnActions {
  /** Undefined for an assistant without actions. */
  actions?: AnswerActions;
  /** Whether an action is offered as a button under the answer. */
  offersAction: boolean;
  /** Called once, after the answer. Runs the lookups that have the choices of the offered forms. */
  outcome(): Promise<ActionsOfTurn | undefined>;
}

/** Finds the actions for an answer; `onNotice` is called at the start and the end of each. */
export type OpenTurnActions = (
  session: SessionRecord,
  question: string,
  onNotice: (notice: ActionNotice) => void,
) => Promise<TurnActions>;

type Dependencies = Pick<Ports, 'clock' | 'random' | 'telemetry'> & {
  actionRunner: ActionRunner;
  quota: ActionQuota;
  readWords: ReadQuestionWords;
  /** Aborts when the instance ends. */
  stopping: AbortSignal;
};

const NO_ACTIONS: TurnActions = { offersAction: false, outcome: () => Promise.resolve(undefined) };

const LIMIT_REACHED =
  'No more actions are possible here. Answer from what you have, and say plainly what you could not look up.';
const PROPOSED_BEFORE =
  'A change is proposed already, and only one at a time can be. Ask the visitor to confirm or cancel it first.';

export function turnActions(dependencies: Dependencies): OpenTurnActions {
  const { actionRunner, quota, readWords, clock, random, telemetry, stopping } = dependencies;

  /** The actions with an example question that matches. */
  async function offeredFor(question: string, usable: readonly UsableAction[]): Promise<UsableAction[]> {
    const wanted = usable.flatMap((action) => action.offeredFor.map((text) => ({ action, text })));
    if (wanted.length === 0) return [];
    const [asked, ...read] = await readWords([question, ...wanted.map(({ text }) => text)]);
    const roots = asked?.roots ?? [];
    const fitting = wanted.filter((_, at) => isOfferedFor(roots, read[at]?.roots ?? []));
    return [...new Set(fitting.map(({ action }) => action))];
  }

  return async (session, question, onNotice) => {
    const caller = { session };
    const usable = await actionRunner.usableBy(caller);
    if (usable.length === 0) return NO_ACTIONS;
    const fitting = await offeredFor(question, usable);
    const called = new Set<string>();
    const done: ActionsOfTurn & { tried: ActionsOfTurn['tried'][number][] } = {
      calls: 0,
      tried: [],
      offers: [],
    };
    let taken = 0;
    /** The data of the lookups of this answer, by action. */
    const found = new Map<string, readonly LabeledValue[]>();

    function refused({ name, title }: UsableAction, reason: ActionReason): void {
      done.tried.push({ name, title, outcome: 'refused', reason, durationMs: 0 });
    }

    async function run(prepared: PreparedAction, signal: AbortSignal): Promise<ActionRun> {
      done.calls++;
      const result = await actionRunner.run(prepared, caller, { signal });
      done.tried.push(result.tried);
      telemetry.record(actionEvent('assistant', result.tried));
      found.set(prepared.action.name, result.data);
      return result;
    }

    async function lookUp(prepared: PreparedAction, signal: AbortSignal): Promise<string> {
      const { name, title, progress } = prepared.action;
      const notice = { title, ...(progress !== undefined && { progress }) };
      onNotice({ ...notice, state: 'running' });
      const result = await run(prepared, signal);
      onNotice({ ...notice, state: result.tried.outcome });
      return resultForModel(name, result);
    }

    /** The visitor chooses from the items of a lookup. Without its data, the field stays a text field. */
    async function withChoices(offer: OfferedAction): Promise<OfferedAction> {
      const lookup = lookupOfChoices(offer, usable);
      if (!lookup) return offer;
      const ready = actionRunner.prepare(lookup, {}, caller);
      if (!found.has(lookup.name) && 'prepared' in ready && quota.take(session)) {
        await run(ready.prepared, stopping);
      }
      return offerWithChoices(offer, found.get(lookup.name) ?? [], session.locale);
    }

    function propose(prepared: PreparedAction): string {
      const { title, name } = prepared.action;
      done.proposal = createProposal(prepared, { id: random.uuid(), nowMs: clock.now() });
      const values = resultForModel(name, {
        tried: { outcome: 'answered' },
        data: prepared.shown,
      });
      return `“${title}” is proposed, and nothing is done yet. The visitor sees a card with exactly these values, and confirms or cancels it there. Say in one sentence what you propose. ${values}`;
    }

    async function call(name: string, argumentsText: string, signal: AbortSignal): Promise<string> {
      const action = usable.find((one) => one.name === name);
      if (!action) return 'There is no such tool.';
      called.add(name);
      const outcome = actionRunner.prepare(action, jsonIn(argumentsText), caller);
      if ('problems' in outcome) {
        refused(action, 'wrong-values');
        return `Nothing was called, because the values are wrong: ${outcome.problems.join(' ')} Ask the visitor for what is missing.`;
      }
      const changes = changesSomething(action);
      if (changes && done.proposal) return PROPOSED_BEFORE;
      // A change is counted when it is confirmed.
      const mayCall = taken < MAX_ACTIONS_PER_TURN && (changes || quota.take(session));
      if (!mayCall) {
        refused(action, 'limit');
        return LIMIT_REACHED;
      }
      taken++;
      if (changes) return propose(outcome.prepared);
      return await lookUp(outcome.prepared, signal);
    }

    return {
      actions: { callable: usable.map(toolOf), call },
      offersAction: fitting.length > 0,
      async outcome() {
        const offers: OfferedAction[] = [];
        for (const action of fitting.filter(({ name }) => !called.has(name)).slice(0, MAX_OFFERS)) {
          offers.push(await withChoices(offerOf(action)));
        }
        return { ...done, offers };
      },
    };
  };
}

/** The parsed output of a model; undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return text.trim() === '' ? {} : parseExactJson(text);
  } catch {
    return undefined;
  }
}
