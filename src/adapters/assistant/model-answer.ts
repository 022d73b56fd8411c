import { NO_USAGE } from '../../domain/cost.ts';
import type { AssistantEvent, AssistantResult } from '../../ports.ts';
import { citations } from './citations.ts';
import { completion } from './completion.ts';
import type { Section } from './markdown-sections.ts';
import type { Connection } from './openai-connection.ts';
import { failureOf, isContentFilter, ModelFailure } from './openai-failure.ts';
import { estimatedTokens, type PromptMessage, type Tool } from './prompt.ts';

/** One question to a model. */
export interface ModelCall {
  server: Connection;
  model: string;
  messages: PromptMessage[];
  /** What the numbers in the answer stand for. */
  sections: readonly Section[];
  /** What the model can call to ask for a person. */
  tool: Tool | undefined;
  signal: AbortSignal;
  /** Called once, when the model has said its first word or called the tool. */
  onBegin(): void;
  /** The words for what the model leaves unsaid. */
  say(): { filtered: string; personAsked: string };
  nowMs: number;
}

type Delta = Extract<AssistantEvent, { type: 'delta' }>;

/**
 * Asks once, yields the text as it comes and returns what became of it, or throws a ModelFailure. What the content
 * filter stops, and a call of the tool without a word, get a sentence of our own.
 */
export async function* modelAnswer(call: ModelCall): AsyncGenerator<Delta, AssistantResult> {
  const { server, model, messages, tool } = call;
  const said = completion();
  const cited = citations(call.sections);
  let streaming = false;
  let begun = false;
  let characters = 0;
  /** What arrived together is said together; this is what has arrived and has not been said. */
  let unsaid = '';

  // A model that was given no tool may still write a call of one.
  const requestHuman = () => (tool ? said.requestHuman() : undefined);
  const filtered = (): Delta => ({
    type: 'delta',
    content: `${characters > 0 ? '\n\n' : ''}${call.say().filtered}`,
  });
  const result = (answered: boolean): AssistantResult => {
    const asked = requestHuman();
    const sent = messages.reduce((total, { content }) => total + content.length, 0);
    return {
      // A server that reports no usage is charged for by the length of the texts.
      usage: said.usage() ?? {
        ...NO_USAGE,
        inputTokens: estimatedTokens(sent),
        outputTokens: estimatedTokens(characters),
      },
      model,
      sources: cited.sources(),
      answered,
      ...(asked && { requestHuman: asked }),
    };
  };

  try {
    const arrivals = await server.open({ model, messages, tool }, call.signal);
    streaming = true;
    for await (const arrived of arrivals) {
      // What arrived together with an abort is not read any more.
      if (call.signal.aborted) break;
      for (const data of arrived) {
        const piece = said.take(data);
        // White space before the first word is nothing to show, and alone it is no answer.
        const text = begun ? piece : piece.trimStart();
        if (!begun && (text !== '' || requestHuman())) {
          begun = true;
          call.onBegin();
        }
        characters += text.length;
        unsaid += cited.push(text);
      }
      if (unsaid !== '') yield { type: 'delta', content: unsaid };
      unsaid = '';
    }
  } catch (error) {
    if (unsaid !== '') yield { type: 'delta', content: unsaid };
    const sdk = await server.sdk();
    if (!isContentFilter(sdk, error)) throw failureOf(sdk, error, { streaming, begun }, call.nowMs);
    yield filtered();
    return result(false);
  }
  const rest = cited.end();
  if (rest !== '') yield { type: 'delta', content: rest };
  const reason = said.finishReason();
  if (reason === 'content_filter') {
    yield filtered();
    return result(false);
  }
  if (reason === undefined) throw new ModelFailure({ reason: 'broken-stream', begun });
  if (!begun) throw new ModelFailure({ reason: 'empty', begun });
  if (characters === 0) yield { type: 'delta', content: call.say().personAsked };
  return result(true);
}
