import { lruCache } from '../../domain/caching.ts';
import { ModelFailure } from '../../domain/model-failure.ts';
import { effortFor, knownModel, type Effort } from '../../domain/models.ts';
import type { Clock, LanguageModel, ModelQuestion, ModelReply, ModelState, Telemetry } from '../../ports.ts';
import { chatCompletions } from './chat-completions.ts';
import { connect, type Connection, type ModelServer } from './connection.ts';
import { eventData } from './event-data.ts';
import { failureOf, isContentFilter, refusedParameter, WrongProtocol } from './failure.ts';
import type { Terms } from './protocol.ts';
import { retirementIn } from './catalogue.ts';
import { currentReductions, NO_REDUCTIONS, notGiven, reduced, type Reductions } from './reductions.ts';
import { responses } from './responses.ts';

export interface OpenAiModelOptions {
  server: ModelServer;
  /** Bounds an answer with what was reasoned for it, in tokens. */
  maxOutputTokens: number;
  /** Without one, the lowest that the model takes. */
  effort?: Effort;
  clock: Clock;
  telemetry: Pick<Telemetry, 'record'>;
}

/** Admins may name a model of the server for each assistant; of so many it is remembered how they are. */
const MAX_MODELS = 50;

/** What this instance has learned of one model or deployment. */
interface Learned {
  reductions: Reductions;
  /** The model that answers under this name. */
  answering: string;
}

const PROTOCOLS = { responses, 'chat-completions': chatCompletions };

/**
 * A language model behind the Responses or the Chat Completions API. A parameter that the server refuses is left out or
 * changed, once and for an hour at most, and every such reduction is counted; `store: false` is never left out where
 * the server would store.
 */
export function openaiModel(options: OpenAiModelOptions): LanguageModel {
  const { server, maxOutputTokens, clock, telemetry } = options;
  const model = server.kind === 'azure-openai' ? server.deployment : server.model;
  const protocol = PROTOCOLS[server.api];
  const models = lruCache<Learned>(MAX_MODELS);
  let connecting: Promise<Connection> | undefined;
  let latest: { asked: string; problem?: ModelState['problem'] } = { asked: model };
  let hasAnswered = false;

  const learned = (asked: string) => models(asked, () => ({ reductions: NO_REDUCTIONS, answering: asked }));

  function termsOf(asked: string): Terms {
    const knows = learned(asked);
    knows.reductions = currentReductions(knows.reductions, clock.now());
    // A deployment may have any name; the first answer tells which model it is.
    const known = knownModel(asked) ?? knownModel(knows.answering);
    return {
      model: asked,
      maxOutputTokens,
      effort: effortFor(known, options.effort),
      isKnown: known !== undefined,
      reductions: knows.reductions,
    };
  }

  /** Whether the same question is worth asking again, since it goes without what was refused from now on. */
  function adapt({ sdk }: Connection, error: unknown, terms: Terms, question: ModelQuestion): boolean {
    const parameter = refusedParameter(sdk, error);
    if (!parameter) return false;
    if (parameter === 'store' && server.api === 'responses') return false;
    const hasTool = question.tool !== undefined && !terms.reductions.has('tools');
    const instead =
      server.api === 'responses'
        ? undefined
        : parameter === 'max_output_tokens'
          ? 'renamed'
          : // The newest models take a tool on Chat Completions only where they are told not to reason.
            parameter === 'reasoning' && hasTool && terms.effort !== 'none'
            ? 'none'
            : undefined;
    const next = reduced(terms.reductions, parameter, clock.now(), instead);
    if (!next) return false;
    learned(terms.model).reductions = next;
    if (instead !== 'renamed') telemetry.record({ type: 'model-reduced', model: terms.model, parameter });
    return true;
  }

  async function* ask(question: ModelQuestion, signal: AbortSignal): AsyncGenerator<string, ModelReply> {
    const terms = termsOf(question.model);
    const connection = await (connecting ??= connect(server));
    const reader = protocol.reader();
    let headers: Headers | undefined;
    let began = false;
    /** What arrived together is passed on together; this is what has arrived and has not been passed on. */
    let text = '';
    const answered = (ending: ModelReply['ending']): ModelReply => {
      const answering = reader.model() ?? question.model;
      learned(question.model).answering = answering;
      latest = { asked: question.model };
      hasAnswered = true;
      return { ending, model: answering, usage: reader.usage(), toolCalls: reader.toolCalls() };
    };

    try {
      // The SDK does not stop waiting for a token of the identity by itself.
      const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });
      const sent = protocol.send(connection.client, question, terms, signal);
      const response = await Promise.race([sent, givenUp]);
      headers = response.headers;
      // Some servers send no type, or a wrong one; these two are the page of a proxy, and an answer in one piece.
      if (/html|application\/json/i.test(headers.get('content-type') ?? '')) throw new WrongProtocol();
      for await (const arrived of eventData(response.body ?? new ReadableStream())) {
        // What arrived together with an abort is not read any more.
        if (signal.aborted) break;
        for (const data of arrived) text += reader.take(data);
        if (text !== '' || (!began && reader.callsTool())) {
          began = true;
          yield text;
        }
        text = '';
      }
      const ending = reader.ending();
      if (ending === undefined) throw new ModelFailure({ reason: 'broken-stream' });
      return answered(ending);
    } catch (error) {
      if (text !== '') yield text;
      if (isContentFilter(connection.sdk, error)) return answered('content-filter');
      if (adapt(connection, error, terms, question)) {
        throw new ModelFailure({ reason: 'refused', adapted: true }, { cause: error });
      }
      const circumstances = { headers, nowMs: clock.now() };
      const failure = error instanceof ModelFailure ? error : failureOf(connection.sdk, error, circumstances);
      // A caller who gives up says nothing of the model; one whose time is over does.
      const cause: unknown = signal.aborted ? signal.reason : failure;
      if (cause instanceof ModelFailure) latest = { asked: question.model, problem: cause.facts.reason };
      throw failure;
    }
  }

  return {
    model,
    takesTools: (asked) => !termsOf(asked).reductions.has('tools'),
    ask,
    async retiresAt(name) {
      const connection = await (connecting ??= connect(server));
      return await retirementIn(connection, name, clock);
    },
    state() {
      const { asked, problem } = latest;
      return {
        model: learned(asked).answering,
        hasAnswered,
        reduced: notGiven(termsOf(asked).reductions),
        ...(problem && { problem }),
      };
    },
  };
}
