import { costOfAnswer, type Pricing } from '../../domain/cost.ts';
import { AppError } from '../../domain/errors.ts';
import { spentBy } from '../../domain/model-failure.ts';
import type { ModelCall, Turn } from '../../domain/turn.ts';
import type { Ports } from '../../ports.ts';
import {
  callOf,
  personaOf,
  type AssistantProfiles,
  type ResolvedAssistant,
} from '../assistants/assistant-profiles.ts';
import type { VisitorAvailability } from './availability.ts';

/** A finished call, and the assistant that it was made for, if that could be loaded. */
export interface FinishedCall {
  call: ModelCall;
  profile?: ResolvedAssistant;
}

/**
 * Asks the model for a turn's answer and passes its pieces on. A failure is a value, because the text and the
 * tokens before it count.
 */
export type AskModel = (turn: Turn, show: (piece: string) => void) => Promise<FinishedCall>;

type Dependencies = Pick<Ports, 'answerer' | 'clock' | 'random' | 'telemetry'> & {
  profiles: Pick<AssistantProfiles, 'profileFor'>;
  availability: Pick<VisitorAvailability, 'known'>;
  pricing: Pricing;
  /** Aborts when the instance ends, which interrupts the answers under way; its reason is their failure. */
  stopping: AbortSignal;
};

export function modelCalls(dependencies: Dependencies): AskModel {
  const { answerer, profiles, availability, pricing, clock, random, telemetry, stopping } = dependencies;

  return async ({ session, history }, show) => {
    const startedAtMs = clock.now();
    const call: ModelCall = { id: random.uuid(), content: '', endedAt: '' };
    let profile: ResolvedAssistant | undefined;
    let firstDeltaMs: number | undefined;
    try {
      profile = await profiles.profileFor(session.assistantId);
      const { locale, widget } = session;
      const request = {
        ...personaOf(profile),
        history,
        ...(locale !== undefined && { locale }),
        availability: availability.known(widget?.id),
      };
      const result = await answerer.answer(request, stopping, (piece) => {
        firstDeltaMs ??= clock.now() - startedAtMs;
        call.content += piece;
        show(piece);
      });
      const { model, usage } = result;
      call.result = result;
      call.content = result.content ?? call.content;
      call.used = { model, usage, cost: costOfAnswer(result, pricing(callOf(profile, result))) };
    } catch (error) {
      call.failure = error;
      const spent = spentBy(error);
      if (spent) {
        const { model, usage } = spent;
        call.used = { model, usage, cost: costOfAnswer(spent, pricing(callOf(profile, spent))) };
      }
    }
    const endedAtMs = clock.now();
    call.endedAt = new Date(endedAtMs).toISOString();
    telemetry.record({
      ...answerEvent(call),
      ...(firstDeltaMs !== undefined && { firstDeltaMs }),
      durationMs: endedAtMs - startedAtMs,
    });
    return { call, ...(profile && { profile }) };
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
