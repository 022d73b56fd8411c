import type { ListedAssistant } from '../services/assistants/assistants.ts';
import type { AssistantReply } from '../wire/assistants.ts';
import { json, type HttpReply } from './request.ts';

/** An assistant in a response to admins. */
export function assistantAnswer(status: 200 | 201, assistant: ListedAssistant): HttpReply {
  const { id, etag } = assistant;
  const location = `/api/assistants/${id}`;
  return json<AssistantReply>(status, { assistant }, { etag, ...(status === 201 && { location }) });
}
