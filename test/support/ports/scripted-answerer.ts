import { AppError } from '../../../src/core/errors.ts';
import { ModelFailure, type FailureReason } from '../../../src/spending/rules/model-failure.ts';
import type { Answerer, AnswerRequest, AnswerResult, AnswerUsage } from '../../../src/ports.ts';

export interface ScriptedAnswer {
  deltas?: readonly string[];
  /** The actions that it calls before the first delta, one after the other: name and arguments. */
  actions?: readonly (readonly [name: string, values: unknown])[];
  /** Awaited before the first delta. */
  before?: Promise<unknown>;
  /** Awaited after the last delta. */
  after?: Promise<unknown>;
  /** Fails after the deltas with this reason. */
  fails?: FailureReason;
  /** The usage of finished calls, reported after the deltas. */
  used?: AnswerUsage;
  result?: Partial<AnswerResult>;
}

export interface ScriptedAnswerer extends Answerer {
  readonly calls: AnswerRequest[];
  readonly actionResults: string[];
  /** Scripts the next calls. The last script is repeated. */
  script(...answers: ScriptedAnswer[]): void;
}

/** Waits for a promise. An abort rejects with the signal's reason, as in an adapter. */
async function untilAborted(awaited: Promise<unknown> | undefined, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** An answerer that follows a test's script. */
export function scriptedAnswerer(): ScriptedAnswerer {
  const calls: AnswerRequest[] = [];
  const told: string[] = [];
  let answers: ScriptedAnswer[] = [{ deltas: ['Hello ', 'there.'] }];
  return {
    calls,
    actionResults: told,
    script(...next) {
      answers = next;
    },
    async answer(request, signal, onText, onUsed) {
      calls.push(request);
      const {
        actions = [],
        deltas = [],
        before,
        after,
        fails,
        used,
        result,
      } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
      for (const [name, values] of actions) {
        const returned = await request.actions?.call(name, JSON.stringify(values), signal);
        if (returned !== undefined) told.push(returned);
      }
      await before;
      deltas.forEach(onText);
      if (used) onUsed(used);
      await untilAborted(after, signal);
      if (fails !== undefined) {
        const cause = new ModelFailure({ reason: fails });
        throw new AppError('assistant-unavailable', { reason: fails }, { cause });
      }
      const usage = { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 };
      return { usage, model: 'gpt-5-mini', sources: [], answered: true, ...result };
    },
  };
}
