import { NO_USAGE } from '../../domain/cost.ts';
import type { AssistantEvent, AssistantResult } from '../../ports.ts';
import { citations } from './citations.ts';
import { completion } from './completion.ts';
import type { Section } from './markdown-sections.ts';
import type { Connection } from './openai-connection.ts';
import { failureOf, isContentFilter, ModelFailure } from './openai-failure.ts';
import type { Phrases } from './phrases.ts';
import { estimatedTokens, type PromptMessage } from './prompt.ts';

/** One question to a model. */
export interface ModelCall {
  server: Connection;
  messages: PromptMessage[];
  /** What the numbers in the answer stand for. */
  sections: readonly Section[];
  withTool: boolean;
  signal: AbortSignal;
  /** Called once, when the model has said its first word or called the tool. */
  onBegin(): void;
  say: Phrases;
  nowMs: number;
}

type Delta = Extract<AssistantEvent, { type: 'delta' }>;

/**
 * Asks once, yields the text as it comes and returns what became of it, or throws a ModelFailure. What the content
 * filter stops, and a call of the tool without a word, get a sentence of our own.
 */
export async function* modelAnswer(call: ModelCall): AsyncGenerator<Delta, AssistantResult> {
  const { server, messages, say } = call;
  const said = completion();
  const cited = citations(call.sections);
  let streaming = false;
  let begun = false;
  let characters = 0;

  const filtered = (): Delta => ({
    type: 'delta',
    content: characters > 0 ? `\n\n${say.filtered}` : say.filtered,
  });
  const result = (answered: boolean): AssistantResult => {
    const requestHuman = said.requestHuman();
    const sent = messages.reduce((total, { content }) => total + content.length, 0);
    return {
      // A server that reports no usage is charged for by the length of the texts.
      usage: said.usage() ?? {
        ...NO_USAGE,
        inputTokens: estimatedTokens(sent),
        outputTokens: estimatedTokens(characters),
      },
      model: server.model,
      sources: cited.sources(),
      answered,
      ...(requestHuman && { requestHuman }),
    };
  };

  try {
    const chunks = await server.open(messages, call.withTool, call.signal);
    streaming = true;
    for await (const chunk of chunks) {
      // What arrived together with an abort is not read any more.
      if (call.signal.aborted) break;
      const piece = said.take(chunk);
      // White space before the first word is nothing to show, and alone it is no answer.
      const text = begun ? piece : piece.trimStart();
      if (!begun && (text !== '' || said.requestHuman())) {
        begun = true;
        call.onBegin();
      }
      if (text === '') continue;
      characters += text.length;
      const content = cited.push(text);
      if (content !== '') yield { type: 'delta', content };
    }
  } catch (error) {
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
  if (characters === 0) yield { type: 'delta', content: say.personAsked };
  return result(true);
}
