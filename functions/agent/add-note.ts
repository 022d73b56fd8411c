import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { NoteReply, NoteRequest, SessionParams } from '../../src/wire/agent.ts';

export const addNote = endpoint({
  name: 'agent-note-add',
  method: 'POST',
  route: 'agent/sessions/{id}/notes',
  gate: 'agent',
  summary: 'Add a private note to a conversation',
  params: SessionParams,
  body: NoteRequest,
  answers: { 200: { description: 'As stored', schema: NoteReply } },
  errors: ['session-not-found', 'colleague-not-found'],
  handle: async ({ agent, body, params, services }) =>
    json<NoteReply>(200, { note: await services.noteWriting.add(params.id, agent, body) }),
});
