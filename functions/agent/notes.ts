import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { NotesReply, SessionParams } from '../../src/wire/agent.ts';

export const agentNotes = endpoint({
  name: 'agent-notes',
  method: 'GET',
  route: 'agent/sessions/{id}/notes',
  gate: 'agent',
  summary: 'List the private notes of a conversation',
  params: SessionParams,
  answers: { 200: { description: 'Oldest first', schema: NotesReply } },
  errors: ['session-not-found'],
  async handle({ params, services }) {
    await services.agentDesk.read(params.id);
    return json<NotesReply>(200, { notes: await services.notes.list(params.id) });
  },
});
