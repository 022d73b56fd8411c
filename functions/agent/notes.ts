import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  NotesReply,
  SessionParams,
  NoteReply,
  NoteRequest,
  NoteEdit,
  NoteParams,
} from '../../src/desk/wire/agent.ts';

export const noteEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'agent-notes',
    method: 'GET',
    route: 'agent/sessions/{id}/notes',
    gate: 'agent',
    summary: 'List the private notes of a conversation',
    params: SessionParams,
    replies: { 200: { description: 'Oldest first', schema: NotesReply } },
    errors: ['session-not-found'],
    async handle({ params, services }) {
      return json<NotesReply>(200, { notes: await services.agentDesk.notes(params.id) });
    },
  }),
  endpoint({
    name: 'agent-note-add',
    method: 'POST',
    route: 'agent/sessions/{id}/notes',
    gate: 'agent',
    summary: 'Add a private note to a conversation',
    params: SessionParams,
    body: NoteRequest,
    replies: { 200: { description: 'As stored', schema: NoteReply } },
    errors: ['session-not-found', 'colleague-not-found'],
    handle: async ({ agent, body, params, services }) =>
      json<NoteReply>(200, { note: await services.noteWriting.add(params.id, agent, body) }),
  }),
  endpoint({
    name: 'agent-note-edit',
    method: 'PUT',
    route: 'agent/sessions/{id}/notes/{noteId}',
    gate: 'agent',
    summary: 'Edit a private note of the agent',
    params: NoteParams,
    body: NoteEdit,
    replies: { 200: { description: 'As stored', schema: NoteReply } },
    errors: ['not-found', 'not-note-author', 'colleague-not-found'],
    handle: async ({ agent, body, params, services }) =>
      json<NoteReply>(200, { note: await services.noteWriting.edit(params.id, agent, params.noteId, body) }),
  }),
  endpoint({
    name: 'agent-note-remove',
    method: 'DELETE',
    route: 'agent/sessions/{id}/notes/{noteId}',
    gate: 'agent',
    summary: 'Remove a private note of the agent',
    params: NoteParams,
    replies: { 204: { description: 'Removed; also if it was removed before' } },
    errors: ['not-note-author'],
    async handle({ agent, params, services }) {
      await services.noteWriting.remove(params.id, agent, params.noteId);
      return empty(204);
    },
  }),
];
