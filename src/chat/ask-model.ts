import {
  addPriced,
  callFigures,
  costOfAnswer,
  type PricedUsage,
  type Pricing,
} from '../spending/rules/cost.ts';
import { AppError } from '../core/errors.ts';
import { nowIso } from '../lib/fields.ts';
import type { ModelCall, Turn } from '../conversations/rules/turn.ts';
import type { AnswerUsage, Ports } from '../ports.ts';
import type { OpenTurnActions, TurnActions } from './turn-actions.ts';
import {
  pricedCallOf,
  personaOf,
  type AssistantProfiles,
  type ResolvedAssistant,
} from '../assistants/assistant-profiles.ts';
import type { Background } from '../platform/background.ts';
import type { VisitorAvailability } from './visitor-availability.ts';
import type { Piece } from './replay-buffer.ts';
import type { RetryOutage } from '../platform/retry-outage.ts';

/**
 * Calls the model for the answer to a turn, and passes its pieces on. A failure is a value, because the text
 * and the tokens before it are stored.
 */
export type AskModel = (turn: Turn, show: (piece: Piece) => void) => Promise<ModelCall>;

type Dependencies = Pick<Ports, 'answerer' | 'clock' | 'random' | 'store' | 'telemetry'> & {
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  availability: Pick<VisitorAvailability, 'cached' | 'today'>;
  openTurnActions: OpenTurnActions;
  pricing: Pricing;
  retryOutage: RetryOutage;
  background: Background;
  /** Aborts when the instance ends; its reason is the failure of the interrupted answers. */
  stopping: AbortSignal;
};

export function askModel(dependencies: Dependencies): AskModel {
  const { answerer, profiles, availability, pricing, store, retryOutage, background } = dependencies;
  const { clock, random, telemetry, stopping, openTurnActions } = dependencies;

  /** Counts finished requests of an answer before its next request, so that a crash loses no usage. */
  function countNow({ usage, cost }: PricedUsage): void {
    const activity = {
      id: random.uuid(),
      at: nowIso(clock),
      ...callFigures(usage, cost),
    };
    background.run(retryOutage(() => store.addActivity(activity)));
  }

  return async ({ session, earlier, ownMessages }, show) => {
    const startedAtMs = clock.now();
    const call: ModelCall = { id: random.uuid(), content: '', endedAt: '' };
    let profile: ResolvedAssistant | undefined;
    let firstDeltaMs: number | undefined;
    let acts: TurnActions | undefined;
    const addUsed = (used: AnswerUsage): PricedUsage => {
      const { model, usage } = used;
      const priced = { model, usage, cost: costOfAnswer(used, pricing(pricedCallOf(profile, used))) };
      call.used = addPriced(call.used, priced);
      return priced;
    };
    try {
      profile = await profiles.profileFor(session.assistantId);
      acts = await openTurnActions(session, ownMessages.at(-1)?.content ?? '', show);
      const { locale, widget } = session;
      const request = {
        ...personaOf(profile),
        history: [...earlier, ...ownMessages.filter(({ event }) => event !== 'continued')],
        ...(locale !== undefined && { locale }),
        availability: availability.cached(widget?.id),
        today: await availability.today(widget?.id),
        ...(acts.actions && { actions: acts.actions }),
        ...(acts.offersAction && { offersAction: true }),
      };
      const onText = (piece: string) => {
        firstDeltaMs ??= clock.now() - startedAtMs;
        call.content += piece;
        show(piece);
      };
      const result = await answerer.answer(request, stopping, onText, (used) => countNow(addUsed(used)));
      call.result = result;
      call.uncounted = addUsed(result);
      call.content = result.content ?? call.content;
    } catch (error) {
      call.failure = error;
    }
    const acted = await acts?.outcome();
    if (acted) call.actions = acted;
    const endedAtMs = clock.now();
    call.endedAt = new Date(endedAtMs).toISOString();
    telemetry.record({
      ...answerEvent(call),
      ...(firstDeltaMs !== undefined && { firstDeltaMs }),
      durationMs: endedAtMs - startedAtMs,
    });
    return call;
  };
}

function answerEvent({ result, used, content, failure }: ModelCall) {
  const reason = failure instanceof AppError ? failure.details['reason'] : 'bug';
  return {
    type: 'answer',
    model: used?.model ?? 'unknown',
    inputTokens: used?.usage.inputTokens ?? 0,
    outputTokens: used?.usage.outputTokens ?? 0,
    ...(typeof used?.cost === 'number' && { cost: used.cost }),
    outcome: outcomeOf(result, content),
    ...(!result && typeof reason === 'string' && { reason }),
  } as const;
}

function outcomeOf(result: ModelCall['result'], content: string) {
  if (result) return result.answered ? 'answered' : 'nothing-found';
  return content === '' ? 'failed' : 'interrupted';
}
