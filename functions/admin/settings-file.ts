import { endpoint, type Endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  SettingsFile,
  MAX_SETTINGS_BYTES,
  SettingsImportQuery,
  SettingsImportReply,
} from '../../src/admin/wire/settings-file.ts';

export const settingsFileEndpoints: readonly Endpoint[] = [
  endpoint({
    name: 'settings-export',
    method: 'GET',
    route: 'settings',
    gate: 'admin',
    // It reads the texts of all documents.
    budgetMs: 60_000,
    summary: 'Download the settings as one file, without conversations and secrets',
    replies: { 200: { description: 'The file, for the import of another deployment', schema: SettingsFile } },
    async handle({ services }) {
      const file = await services.settingsTransfer.read();
      const date = file.exportedAt?.slice(0, 10) ?? '';
      return json(200, file, { 'content-disposition': `attachment; filename="chat-settings-${date}.json"` });
    },
  }),
  endpoint({
    name: 'settings-import',
    method: 'POST',
    route: 'settings',
    gate: 'admin',
    // An import that ends halfway is repeated as a whole.
    budgetMs: 60_000,
    summary:
      'Add and replace the settings of a file, or preview it with `?preview=true`; repeatable, also in parts',
    query: SettingsImportQuery,
    body: SettingsFile,
    bodyBytes: MAX_SETTINGS_BYTES,
    replies: { 200: { description: 'What is added and replaced', schema: SettingsImportReply } },
    async handle({ body, query, request, services }) {
      const write = query.preview !== 'true';
      const changes = await services.settingsTransfer.apply(body, { write, origin: request.serviceOrigin });
      if (write) services.availability.invalidate();
      return json<SettingsImportReply>(200, { changes, secrets: body.secrets });
    },
  }),
];
