import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json, empty } from '../../src/http/request.ts';
import {
  AssistantParams,
  DraftState,
  AssistantChange,
  DraftReply,
  DocumentParams,
  DocumentReply,
  DocumentUpload,
  AssistantReply,
  PublishDraftQuery,
} from '../../src/assistants/wire/assistants.ts';
import { expectedEtags } from '../../src/http/etag.ts';
import { assistantReply } from '../../src/http/registry-replies.ts';

export const draftEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'assistant-draft',
    method: 'GET',
    route: 'assistants/{id}/draft',
    gate: 'admin',
    summary: 'Get the changes of an assistant that are not live',
    params: AssistantParams,
    replies: {
      200: {
        description: 'The current version, whose `ETag` identifies it; empty without a draft',
        schema: DraftState,
      },
    },
    errors: ['assistant-not-found'],
    async handle({ params, services }) {
      const found = await services.drafts.findIfAny(params.id);
      return json<DraftState>(200, found ? { draft: found } : {}, found && { etag: found.etag });
    },
  }),
  endpoint({
    name: 'assistant-draft-save',
    method: 'PUT',
    route: 'assistants/{id}/draft',
    gate: 'admin',
    summary: 'Store changes of an assistant that visitors do not get yet, to test them',
    params: AssistantParams,
    body: AssistantChange,
    replies: { 200: { description: 'Stored', schema: DraftReply } },
    errors: ['assistant-not-found', 'precondition-failed'],
    async handle({ body: { isDefault: _isDefault, ...edit }, params, request, services }) {
      const saved = await services.drafts.save(params.id, edit, expectedEtags(request));
      return json<DraftReply>(200, { draft: saved }, { etag: saved.etag });
    },
  }),
  endpoint({
    name: 'assistant-draft-discard',
    method: 'DELETE',
    route: 'assistants/{id}/draft',
    gate: 'admin',
    summary: 'Discard the changes of an assistant that are not live',
    params: AssistantParams,
    replies: { 204: { description: 'Discarded, or already missing' } },
    async handle({ params, services }) {
      await services.drafts.discard(params.id);
      return empty(204);
    },
  }),
  endpoint({
    name: 'assistant-draft-document-view',
    method: 'GET',
    route: 'assistants/{id}/draft/documents/{name}/sections',
    gate: 'admin',
    summary: 'Get a document of the changes in the sections that the assistant finds',
    params: DocumentParams,
    replies: { 200: { description: 'The document as the assistant would see it', schema: DocumentReply } },
    errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
    handle: async ({ params: { id, name }, services }) =>
      json<DocumentReply>(200, { document: await services.documentFiles.viewDraft(id, name) }),
  }),
  endpoint({
    name: 'assistant-draft-document-put',
    method: 'PUT',
    route: 'assistants/{id}/draft/documents/{name}',
    gate: 'admin',
    summary: 'Upload a document that is not live yet',
    params: DocumentParams,
    body: DocumentUpload,
    replies: { 200: { description: 'The changes with their documents', schema: DraftReply } },
    errors: [
      'assistant-not-found',
      'draft-not-found',
      'file-text-too-long',
      'upload-not-found',
      'upload-not-read',
    ],
    async handle({ body, params: { id, name }, services }) {
      const changed = await services.documentFiles.putDraft(id, name, body);
      return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
    },
  }),
  endpoint({
    name: 'assistant-draft-document-remove',
    method: 'DELETE',
    route: 'assistants/{id}/draft/documents/{name}',
    gate: 'admin',
    summary: 'Leave a document out of the changes; visitors get it until they are published',
    params: DocumentParams,
    replies: { 200: { description: 'The changes with their documents', schema: DraftReply } },
    errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
    async handle({ params: { id, name }, services }) {
      const changed = await services.drafts.removeDocument(id, name);
      return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
    },
  }),
  endpoint({
    name: 'assistant-draft-document-undo',
    method: 'DELETE',
    route: 'assistants/{id}/draft/documents/{name}/change',
    gate: 'admin',
    summary: 'Undo the change of one document that is not live yet',
    params: DocumentParams,
    replies: { 200: { description: 'The changes with their documents', schema: DraftReply } },
    errors: ['assistant-not-found', 'draft-not-found', 'not-found'],
    async handle({ params: { id, name }, services }) {
      const changed = await services.drafts.undoDocument(id, name);
      return json<DraftReply>(200, { draft: changed }, { etag: changed.etag });
    },
  }),
  endpoint({
    name: 'assistant-draft-publish',
    method: 'POST',
    route: 'assistants/{id}/draft/publish',
    gate: 'admin',
    summary: 'Make the changes of an assistant live; `If-Match` requires the version that was read',
    params: AssistantParams,
    query: PublishDraftQuery,
    replies: { 200: { description: 'The live assistant', schema: AssistantReply } },
    errors: ['assistant-not-found', 'draft-not-found', 'draft-conflict', 'precondition-failed'],
    async handle({ params, query, request, services }) {
      const options = { overwrite: query.overwrite === 'true', expected: expectedEtags(request) };
      await services.drafts.publish(params.id, options);
      return assistantReply(200, await services.assistants.require(params.id));
    },
  }),
];
