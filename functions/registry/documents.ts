import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { plainText, json, empty } from '../../src/http/request.ts';
import {
  DocumentParams,
  DocumentReply,
  AssistantReply,
  DocumentUpload,
  AssistantParams,
} from '../../src/assistants/wire/assistants.ts';
import { assistantReply } from '../../src/http/registry-replies.ts';
import { FILE_REFUSALS } from '../../src/core/errors.ts';
import { UploadParams } from '../../src/platform/wire/uploads.ts';
import { SourcesReply } from '../../src/websites/wire/sources.ts';

export const documentEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'assistant-document',
    method: 'GET',
    route: 'assistants/{id}/documents/{name}',
    gate: 'admin',
    summary: 'Get the text of an uploaded document',
    params: DocumentParams,
    replies: { 200: { description: 'The text, as it was uploaded', contentType: 'text/plain' } },
    errors: ['assistant-not-found', 'not-found'],
    handle: async ({ params, services }) =>
      plainText(200, await services.assistantDocuments.read(params.id, params.name)),
  }),
  endpoint({
    name: 'assistant-document-view',
    method: 'GET',
    route: 'assistants/{id}/documents/{name}/sections',
    gate: 'admin',
    summary: 'Get a document in the sections that the assistant finds',
    params: DocumentParams,
    replies: { 200: { description: 'The document as the assistant sees it', schema: DocumentReply } },
    errors: ['assistant-not-found', 'not-found'],
    handle: async ({ params: { id, name }, services }) =>
      json<DocumentReply>(200, { document: await services.documentFiles.view(id, name) }),
  }),
  endpoint({
    name: 'assistant-document-put',
    method: 'PUT',
    route: 'assistants/{id}/documents/{name}',
    gate: 'admin',
    summary: 'Upload a document for an assistant; replaces one with the same name',
    params: DocumentParams,
    body: DocumentUpload,
    replies: { 200: { description: 'The assistant with its documents', schema: AssistantReply } },
    errors: ['assistant-not-found', 'file-text-too-long', 'upload-not-found', 'upload-not-read'],
    async handle({ body, params, services }) {
      const { id, name } = params;
      return assistantReply(200, await services.documentFiles.put(id, name, body));
    },
  }),
  endpoint({
    name: 'assistant-document-remove',
    method: 'DELETE',
    route: 'assistants/{id}/documents/{name}',
    gate: 'admin',
    summary: 'Delete a document of an assistant',
    params: DocumentParams,
    replies: { 204: { description: 'Deleted' } },
    errors: ['assistant-not-found', 'not-found'],
    async handle({ params, services }) {
      await services.assistantDocuments.remove(params.id, params.name);
      return empty(204);
    },
  }),
  endpoint({
    name: 'upload-preview',
    method: 'POST',
    route: 'uploads/{uploadId}/preview',
    gate: 'admin',
    summary: 'Read an uploaded file as a document; a file that cannot be read is deleted',
    params: UploadParams,
    replies: { 200: { description: 'The document as an assistant would see it', schema: DocumentReply } },
    errors: [
      ...FILE_REFUSALS,
      'upload-not-found',
      'upload-incomplete',
      'uploads-not-configured',
      'files-unavailable',
    ],
    handle: async ({ params, services }) =>
      json<DocumentReply>(200, { document: await services.documentFiles.preview(params.uploadId) }),
  }),
  endpoint({
    name: 'assistant-sources',
    method: 'GET',
    route: 'assistants/{id}/sources',
    gate: 'admin',
    summary: 'List the sources of an assistant’s knowledge, with their problems',
    params: AssistantParams,
    replies: {
      200: { description: 'The folder, if there is one, files and added answers', schema: SourcesReply },
    },
    errors: ['assistant-not-found'],
    handle: async ({ params, services }) =>
      json<SourcesReply>(200, { sources: await services.knowledgeSources.list(params.id) }),
  }),
];
