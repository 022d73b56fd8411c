import { createHmac } from 'node:crypto';
import { builtRequest, filledQuestion, shownValues } from '../../domain/actions/action-request.ts';
import { changesSomething } from '../../domain/actions/action-rules.ts';
import { checkedValues } from '../../domain/actions/parameter-values.ts';
import { claimsOf, tokenVisitor } from '../../domain/actions/visitor-claims.ts';
import { ttlCache } from '../../domain/caching.ts';
import type { ActionSubject, Clock } from '../../ports.ts';
import { refusedRun, type ExchangeAction } from './action-exchange.ts';
import type { ActionCaller, ActionRunner, UsableAction } from './action-runner.ts';
import type { Actions } from './stored-actions.ts';

/** How old the known actions of an assistant may be, in milliseconds. */
const TTL_MS = 15_000;
const MAX_CACHED = 200;

interface Dependencies {
  clock: Clock;
  actions: Pick<Actions, 'find' | 'of'>;
  exchange: ExchangeAction;
  /** The assistant of conversations with an id, if it has had actions. */
  assistantWithActions: (assistantId: string | undefined) => Promise<string | undefined>;
  /** The key of conversations' pseudonyms. */
  conversationKey: () => Promise<Uint8Array>;
}

/** The runner of actions, and the hook for changes of actions on this instance. */
export interface Running extends ActionRunner {
  forget(): void;
}

export function actionRunning({
  clock,
  actions,
  exchange,
  assistantWithActions,
  conversationKey,
}: Dependencies): Running {
  const known = ttlCache<readonly UsableAction[]>({ clock, ttlMs: TTL_MS, max: MAX_CACHED });

  async function subjectOf({ session, agent }: ActionCaller): Promise<ActionSubject> {
    const { visitor, visitorIssuer, sessionId } = session;
    const verified = tokenVisitor(claimsOf(visitor));
    const key = await conversationKey();
    return {
      ...(verified && { visitor: { issuer: visitorIssuer ?? '', ...verified } }),
      ...(agent && { agent }),
      conversation: createHmac('sha256', key).update(sessionId).digest('base64url'),
    };
  }

  /** The action as it is stored now, if a change of this version may run. */
  async function current(action: UsableAction, { session }: ActionCaller): Promise<UsableAction | undefined> {
    const assistantId = await assistantWithActions(session.assistantId);
    const stored = assistantId === undefined ? undefined : await actions.find(assistantId, action.id);
    return stored?.enabled === true && stored.etag === action.etag ? stored : undefined;
  }

  return {
    forget: known.clear,

    async usableBy(caller) {
      const assistantId = await assistantWithActions(caller.session.assistantId);
      if (assistantId === undefined) return [];
      const all = await known.get(assistantId, () => actions.of(assistantId));
      return oneOfEachName(all.filter((action) => action.enabled && mayUse(action, caller)));
    },

    prepare(action, given, caller) {
      if (!mayUse(action, caller)) return { problems: ['This action is not available here.'] };
      const checked = checkedValues(action.parameters, given);
      if ('problems' in checked) return checked;
      const { values } = checked;
      const built = builtRequest(action, values, claimsOf(caller.session.visitor));
      if ('problems' in built) return { problems: built.problems };
      const { confirmation } = action;
      return {
        prepared: {
          action,
          values,
          ...(confirmation !== undefined && { question: filledQuestion(confirmation, values) }),
          shown: shownValues(action.parameters, values),
        },
      };
    },

    async run({ action, values }, caller, { signal, idempotencyKey }) {
      if (!mayUse(action, caller)) return refusedRun(action, 'not-verified');
      const usable = changesSomething(action) ? await current(action, caller) : action;
      if (!usable) return refusedRun(action, 'changed');
      const { run } = await exchange({
        action: usable,
        values,
        claims: claimsOf(caller.session.visitor),
        subject: await subjectOf(caller),
        idempotencyKey,
        signal,
      });
      return run;
    },
  };
}

function mayUse(action: UsableAction, { session, agent }: ActionCaller): boolean {
  const { audience, widgets, forAgents } = action;
  if (audience === 'verified' && !session.visitor) return false;
  if (agent && !forAgents) return false;
  return widgets === undefined || (session.widget !== undefined && widgets.includes(session.widget.id));
}

/** Two that were made at the same time may have one name: the older one has it. */
function oneOfEachName(actions: readonly UsableAction[]): UsableAction[] {
  return actions.filter(({ name }, at) => actions.findIndex((other) => other.name === name) === at);
}
