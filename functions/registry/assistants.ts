import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { AssistantsReply } from '../../src/wire/assistants.ts';

export const assistants = endpoint({
  name: 'assistants',
  method: 'GET',
  route: 'assistants',
  gate: 'admin',
  summary: 'List assistants and the available knowledge folders',
  answers: { 200: { description: 'The first one, then by name', schema: AssistantsReply } },
  async handle({ services: { assistants: registered, knowledgeFolders, settings } }) {
    const [all, folders] = await Promise.all([registered.list(), knowledgeFolders.list()]);
    return json<AssistantsReply>(200, { assistants: all, folders, models: settings.model !== 'knowledge' });
  },
});
