import { json, type HttpReply } from '../../src/http/request.ts';
import type { AssistantDraft } from '../../src/desk/wire/agent.ts';

/** The response to a request for a suggestion or a summary. */
export function draftReply({ text, usage, cost }: AssistantDraft): HttpReply {
  const { inputTokens, outputTokens } = usage;
  return json<AssistantDraft>(200, { text, usage: { inputTokens, outputTokens }, cost });
}
