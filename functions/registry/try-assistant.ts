import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { TryReply, TryRequest } from '../../src/wire/assistants.ts';

export const tryAssistant = endpoint({
  name: 'assistant-try',
  method: 'POST',
  route: 'assistants/try',
  gate: 'admin',
  summary: 'Test a draft of an assistant; nothing is stored',
  body: TryRequest,
  answers: { 200: { description: 'The answer', schema: TryReply } },
  errors: ['assistant-unavailable'],
  async handle({ body: { draft, assistantId, history }, services }) {
    const tried = await services.tryOut.ask(draft, assistantId, history);
    const { content, sources, links, answered, requestHuman, usage, cost } = tried;
    const { inputTokens, outputTokens } = usage;
    return json<TryReply>(200, {
      content,
      sources,
      ...(links && { links }),
      answered,
      requestsHuman: requestHuman !== undefined,
      usage: { inputTokens, outputTokens, cost },
    });
  },
});
