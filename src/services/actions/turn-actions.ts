import { changesSomething } from '../../domain/actions/action-rules.ts';
import { isOfferedFor, MAX_OFFERS, offerOf } from '../../domain/actions/offers.ts';
import { createProposal } from '../../domain/actions/proposals.ts';
import { resultForModel } from '../../domain/actions/result-text.ts';
import { parseExactJson } from '../../domain/exact-json.ts';
import { toolOf } from '../../domain/actions/tool-schema.ts';
import { MAX_ACTIONS_PER_TURN, type ActionReason } from '../../domain/records/action.ts';
import type { ActionNotice } from '../../domain/records/action-notice.ts';
import type { SessionRecord } from '../../domain/records/session.ts';
import type { ActionsOfTurn } from '../../domain/turn.ts';
import type { AnswerActions, Ports, ReadQuestionWords } from '../../ports.ts';
import type { ActionQuota } from './action-quota.ts';
import type { ActionRunner, PreparedAction, UsableAction } from './action-runner.ts';
import { actionEvent } from './action-telemetry.ts';

/** The actions of one answer: the model's tools and their results. */
export interface TurnActions {
  /** Undefined for an assistant without actions. */
  actions?: AnswerActions;
  /** Whether an action is offered as a button under the answer. */
  offersAction: boolean;
  outcome(): ActionsOfTurn | undefined;
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
};

const NO_ACTIONS: TurnActions = { offersAction: false, outcome: () => undefined };

const LIMIT_REACHED =
  'No more actions are possible here. Answer from what you have, and say plainly what you could not look up.';
const PROPOSED_BEFORE =
  'A change is proposed already, and only one at a time can be. Ask the visitor to confirm or cancel it first.';

export function turnActions(dependencies: Dependencies): OpenTurnActions {
  const { actionRunner, quota, readWords, clock, random, telemetry } = dependencies;

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

    function refused({ name, title }: UsableAction, reason: ActionReason): void {
      done.tried.push({ name, title, outcome: 'refused', reason, durationMs: 0 });
    }

    async function lookUp(prepared: PreparedAction, signal: AbortSignal): Promise<string> {
      const { name, title, progress } = prepared.action;
      const notice = { title, ...(progress !== undefined && { progress }) };
      onNotice({ ...notice, state: 'running' });
      const run = await actionRunner.run(prepared, caller, { signal });
      onNotice({ ...notice, state: run.tried.outcome });
      done.tried.push(run.tried);
      telemetry.record(actionEvent('assistant', run.tried));
      return resultForModel(name, run);
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
      done.calls++;
      return await lookUp(outcome.prepared, signal);
    }

    return {
      actions: { callable: usable.map(toolOf), call },
      offersAction: fitting.length > 0,
      outcome: () => ({
        ...done,
        offers: fitting
          .filter(({ name }) => !called.has(name))
          .slice(0, MAX_OFFERS)
          .map(offerOf),
      }),
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
