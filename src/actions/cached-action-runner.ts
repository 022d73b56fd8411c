import { createHmac } from 'node:crypto';
import { buildRequest, fillQuestion, labeledValues } from './rules/action-request.ts';
import { changesSomething } from './rules/action-rules.ts';
import { checkValues } from './rules/parameter-values.ts';
import { claimsOf, tokenVisitor } from './rules/visitor-claims.ts';
import { ttlCache } from '../lib/caching.ts';
import type { ActionSubject, Clock } from '../ports.ts';
import { refusedRun, type ExchangeAction } from './action-exchange.ts';
import type { ActionCaller, ActionRunner, UsableAction } from './action-runner.ts';
import type { Actions } from './stored-actions.ts';

/** The time to live of an assistant's cached actions, in milliseconds. */
const TTL_MS = 15_000;
const MAX_CACHED = 200;

interface Dependencies {
  clock: Clock;
  actions: Pick<Actions, 'find' | 'of'>;
  exchange: ExchangeAction;
  /** The id of the assistant of a conversation, if it has had actions. */
  assistantWithActions: (assistantId: string | undefined) => Promise<string | undefined>;
  /** The HMAC key of the conversations' pseudonyms. */
  conversationKey: () => Promise<Uint8Array>;
}

/** `forget` clears the cache, after a change of actions on this instance. */
interface CachedActionRunner extends ActionRunner {
  forget(): void;
}

export function cachedActionRunner({
  clock,
  actions,
  exchange,
  assistantWithActions,
  conversationKey,
}: Dependencies): CachedActionRunner {
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

  /** The stored action if it has the same version and the caller may still use it. */
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
      const checked = checkValues(action.parameters, given);
      if ('problems' in checked) return checked;
      const { values } = checked;
      const built = buildRequest(action, values, claimsOf(caller.session.visitor));
      if ('problems' in built) return { problems: built.problems };
      const { confirmation } = action;
      return {
        prepared: {
          action,
          values,
          ...(confirmation !== undefined && {
            question: fillQuestion(confirmation, values, caller.session.locale),
          }),
          shown: labeledValues(action.parameters, values, caller.session.locale),
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

/** Of actions with the same name, which concurrent creations can cause, only the oldest is used. */
function oneOfEachName(actions: readonly UsableAction[]): UsableAction[] {
  return actions.filter(({ name }, at) => actions.findIndex((other) => other.name === name) === at);
}
