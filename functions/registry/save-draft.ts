import { endpoint } from '../../src/http/endpoint.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { json } from '../../src/http/request.ts';
import { AssistantChange, AssistantParams, DraftReply } from '../../src/wire/assistants.ts';

export const saveDraft = endpoint({
  name: 'assistant-draft-save',
  method: 'PUT',
  route: 'assistants/{id}/draft',
  gate: 'admin',
  summary: 'Store changes of an assistant that visitors do not get yet, to test them',
  params: AssistantParams,
  body: AssistantChange,
  answers: { 200: { description: 'Stored', schema: DraftReply } },
  errors: ['assistant-not-found', 'precondition-failed'],
  async handle({ body: { isDefault: _isDefault, ...edit }, params, request, services }) {
    const saved = await services.drafts.save(params.id, edit, expectedEtags(request));
    return json<DraftReply>(200, { draft: saved }, { etag: saved.etag });
  },
});
