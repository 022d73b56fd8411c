import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { lazy, lruCache } from '../../lib/caching.ts';
import { withTimeout } from '../../lib/concurrency.ts';
import { ModelFailure } from '../../spending/rules/model-failure.ts';
import { effortFor, knownModel, type Effort } from '../../spending/rules/models.ts';
import type { Clock, LanguageModel, ModelRequest, ModelReply, ModelState, Telemetry } from '../../ports.ts';
import { chatCompletions } from './chat-completions.ts';
import { connect, type Connection, type ModelServer } from './connection.ts';
import { readEventData } from './event-data.ts';
import { failureOf, isContentFilter, refusedParameter, WrongProtocol } from './failure.ts';
import { OutputLimitReached, outputLimit } from './output-limit.ts';
import type { CallParameters } from './protocol.ts';
import {
  currentReductions,
  NO_REDUCTIONS,
  unsupportedFeatures,
  addReduction,
  type Reductions,
} from './reductions.ts';
import { responses } from './responses.ts';

export interface OpenAiModelOptions {
  server: ModelServer;
  /**
   * The most tokens of an answer with its reasoning. Enforced here as well, because some servers ignore the
   * limit.
   */
  maxOutputTokens: number;
  /** The reasoning effort. Default: the lowest that the model accepts. */
  effort?: Effort;
  clock: Clock;
  telemetry: Pick<Telemetry, 'record'>;
}

/** The most models whose state is remembered. Admins can choose a model for each assistant. */
const MAX_MODELS = 50;

/** The remembered state of one model or deployment. */
interface RememberedModel {
  reductions: Reductions;
  /** The name of the model behind a deployment, as the server sends it. */
  answering: string;
}

const PROTOCOLS = { responses, 'chat-completions': chatCompletions };

/**
 * A language model behind the Responses or the Chat Completions API. A parameter that the server refuses is
 * omitted or changed for an hour at most, and reported. `store: false` is never omitted if the server would
 * store.
 */
export function openaiModel(options: OpenAiModelOptions): LanguageModel {
  const { server, maxOutputTokens, clock, telemetry } = options;
  const model = server.kind === 'azure-openai' ? server.deployment : server.model;
  const protocol = PROTOCOLS[server.api];
  const models = lruCache<RememberedModel>(MAX_MODELS);
  const connection = lazy(() => connect(server));
  let latest: { asked: string; problem?: ModelState['problem'] } = { asked: model };
  let hasAnswered = false;

  const learned = (asked: string) => models(asked, () => ({ reductions: NO_REDUCTIONS, answering: asked }));

  function termsOf(asked: string): CallParameters {
    const knows = learned(asked);
    knows.reductions = currentReductions(knows.reductions, clock.now());
    // A deployment can have any name. The first answer contains the model's name.
    const known = knownModel(asked) ?? knownModel(knows.answering);
    return {
      model: asked,
      maxOutputTokens,
      effort: effortFor({ known, name: knows.answering }, options.effort),
      isKnown: known !== undefined,
      reductions: knows.reductions,
    };
  }

  /** Records a refused parameter. Returns true if the question should be retried without it. */
  function adapt(
    sdk: Connection['sdk'],
    error: unknown,
    terms: CallParameters,
    request: ModelRequest,
  ): boolean {
    const parameter = refusedParameter(sdk, error);
    if (!parameter) return false;
    if (parameter === 'store' && server.api === 'responses') return false;
    const hasTool = request.tools !== undefined && !terms.reductions.has('tools');
    const instead = server.api === 'responses' ? undefined : substitute(parameter, hasTool, terms);
    const next = addReduction(terms.reductions, parameter, clock.now(), instead);
    if (!next) return false;
    learned(terms.model).reductions = next;
    if (instead !== 'renamed') telemetry.record({ type: 'model-reduced', model: terms.model, parameter });
    return true;
  }

  async function complete(
    request: ModelRequest,
    signal: AbortSignal,
    onText: (chunk: string) => void,
  ): Promise<ModelReply> {
    const terms = termsOf(request.model);
    const { client, sdk } = await connection();
    const reader = protocol.reader();
    const limit = outputLimit(maxOutputTokens);
    let headers: Headers | undefined;
    let began = false;
    const answered = (ending: ModelReply['ending']): ModelReply => {
      const answering = reader.model() ?? request.model;
      learned(request.model).answering = answering;
      latest = { asked: request.model };
      hasAnswered = true;
      const toolCalls = reader.toolCalls();
      return { ending, model: answering, usage: reader.usage(), toolCalls, items: reader.items() };
    };

    try {
      // Needed because the SDK's wait for a token of the identity cannot be aborted.
      const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => giveUp(signal.reason), { once: true });
      const sent = protocol.send(client, request, terms, signal);
      const response = await Promise.race([sent, givenUp]);
      headers = response.headers;
      if (isWrongContentType(headers) || !response.body) {
        await response.body?.cancel();
        throw new WrongProtocol();
      }
      await readEventData(Readable.from(response.body), signal, (arrived) => {
        let text = '';
        try {
          for (const data of arrived) text += reader.take(data);
        } finally {
          // Includes text that arrived before a broken event.
          const kept = limit.within(text);
          if (kept !== '' || (!began && reader.callsTool())) {
            began = true;
            onText(kept);
          }
        }
        limit.check(reader.toolCalls());
      });
      signal.throwIfAborted();
      const ending = reader.ending();
      if (ending === undefined) throw new ModelFailure({ reason: 'broken-stream' });
      return answered(ending);
    } catch (error) {
      if (isContentFilter(sdk, error)) return answered('content-filter');
      if (error instanceof OutputLimitReached) return { ...answered('length'), toolCalls: [], items: [] };
      if (adapt(sdk, error, terms, request)) {
        throw new ModelFailure({ reason: 'refused', adapted: true }, { cause: error });
      }
      const context = { headers, nowMs: clock.now() };
      const failure = error instanceof ModelFailure ? error : failureOf(sdk, error, context);
      noteFailure(request.model, failure, signal);
      throw failure;
    }
  }

  /** Records a failure for `health`. An abort says nothing about the model; a time-out does. */
  function noteFailure(asked: string, failure: ModelFailure, signal: AbortSignal): void {
    const cause: unknown = signal.aborted ? signal.reason : failure;
    if (cause instanceof ModelFailure) latest = { asked, problem: cause.facts.reason };
  }

  return {
    model,
    supportsTools: (asked) => !termsOf(asked).reductions.has('tools'),
    complete,
    async prepare() {
      await connection();
      if (server.kind === 'azure-openai') await server.token();
    },
    async retiresAt(name) {
      return await retirementIn(await connection(), name, clock);
    },
    state() {
      const { asked, problem } = latest;
      return {
        model: learned(asked).answering,
        hasAnswered,
        reduced: unsupportedFeatures(termsOf(asked).reductions),
        ...(problem && { problem }),
      };
    },
  };
}

/**
 * Some servers send no content type or a wrong one. Only HTML, from a proxy, and JSON, an unstreamed answer,
 * are refused.
 */
const isWrongContentType = (headers: Headers) =>
  /html|application\/json/i.test(headers.get('content-type') ?? '');

/** The replacement for a parameter that a Chat Completions server refused; undefined if it is omitted. */
function substitute(
  parameter: string,
  hasTool: boolean,
  { effort }: CallParameters,
): 'renamed' | 'none' | undefined {
  if (parameter === 'max_output_tokens') return 'renamed';
  // The newest models accept tools only without reasoning.
  return parameter === 'reasoning' && hasTool && effort !== 'none' ? 'none' : undefined;
}

/** Time-out of the list request, in milliseconds. */
const TIMEOUT_MS = 20_000;

const List = z.object({ data: z.array(z.unknown()) });
/**
 * An entry of `GET /models` as Azure OpenAI lists it (REST reference, Models - List). Other servers send only
 * the id.
 */
const Entry = z.object({
  id: z.string(),
  deprecation: z.nullish(z.object({ inference: z.nullish(z.number()) })),
});

/** When a model retires, according to the list of models. Its times are seconds since the epoch. */
async function retirementIn(
  { sdk, client }: Connection,
  model: string,
  clock: Clock,
): Promise<string | undefined> {
  try {
    const list = await withTimeout(clock, TIMEOUT_MS, (signal) => client.get('/models', { signal }));
    const parsed = z.safeParse(List, list);
    if (!parsed.success) throw new WrongProtocol();
    for (const entry of parsed.data.data) {
      const { data } = z.safeParse(Entry, entry);
      const seconds = data?.deprecation?.inference;
      if (data?.id === model && seconds) return new Date(seconds * 1000).toISOString();
    }
    return undefined;
  } catch (error) {
    throw failureOf(sdk, error, { headers: undefined, nowMs: clock.now() });
  }
}
