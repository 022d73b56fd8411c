import * as z from 'zod';
import { alternating, callsOf, USAGE, type Answer, type ScriptedReply } from './script.ts';

const Message = z.union([
  z.object({ role: z.enum(['system', 'user']), content: z.string() }).strict(),
  z
    .object({
      role: z.literal('assistant'),
      content: z.string().nullable(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().min(1),
            type: z.literal('function'),
            function: z.object({ name: z.string(), arguments: z.string() }).strict(),
          }),
        )
        .min(1)
        .optional(),
    })
    .strict(),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }).strict(),
]);

/** The form of a call of the Chat Completions API that this server answers. */
export const ChatCall = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  messages: z.array(Message).min(1),
});
export type ChatCall = z.output<typeof ChatCall>;

/** The events of an answer of the Chat Completions API. */
export function chatAnswer(script: ScriptedReply, model: string, pieces: readonly string[]): Answer {
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_795_000_000, model };
  const choice = (delta: unknown, finish_reason: string | null = null) =>
    JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason }] });
  const piece = (text: string) => choice(script.refusal ? { refusal: text } : { content: text });
  return {
    opening: [choice({ role: 'assistant', content: '' })],
    pieces: pieces.map(piece),
    closing: closing(script, chunk, choice),
  };
}

function closing(
  script: ScriptedReply,
  chunk: object,
  choice: (delta: unknown, finish_reason?: string | null) => string,
): string[] {
  const { badEvent, failure, usage = USAGE } = script;
  if (badEvent !== undefined) return [badEvent];
  if (failure) return [JSON.stringify({ error: { code: failure.code, message: 'It did not work.' } })];
  const calls = callsOf(script);
  const begin = calls.map(({ id, name }, index) =>
    choice({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  );
  const parts = alternating(calls).map(({ call, piece }) =>
    choice({ tool_calls: [{ index: call, function: { arguments: piece } }] }),
  );
  const { finishReason = calls.length > 0 ? 'tool_calls' : 'stop' } = script;
  return [
    ...begin,
    ...parts,
    ...(script.unknownEvents ? [JSON.stringify({ ...chunk, choices: [], obfuscation: 'xyz' })] : []),
    ...(finishReason === null ? [] : [choice({}, finishReason)]),
    ...(usage === false ? [] : [JSON.stringify({ ...chunk, choices: [], usage })]),
    ...(finishReason === null ? [] : ['[DONE]']),
  ];
}
