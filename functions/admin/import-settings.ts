import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import {
  MAX_SETTINGS_BYTES,
  SettingsFile,
  SettingsImportQuery,
  SettingsImportReply,
} from '../../src/wire/settings-file.ts';

export const importSettings = endpoint({
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
  answers: { 200: { description: 'What is added and replaced', schema: SettingsImportReply } },
  async handle({ body, query, request, services }) {
    const write = query.preview !== 'true';
    const changes = await services.settingsTransfer.apply(body, { write, origin: request.serviceOrigin });
    if (write) services.availability.invalidate();
    return json<SettingsImportReply>(200, { changes, secrets: body.secrets });
  },
});
