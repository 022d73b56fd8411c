import { endpoint } from '../../src/http/endpoint.ts';
import { json } from '../../src/http/request.ts';
import { SettingsFile } from '../../src/wire/settings-file.ts';

export const exportSettings = endpoint({
  name: 'settings-export',
  method: 'GET',
  route: 'settings',
  gate: 'admin',
  // It reads the texts of all documents.
  budgetMs: 60_000,
  summary: 'Download the settings as one file, without conversations and secrets',
  answers: { 200: { description: 'The file, for the import of another deployment', schema: SettingsFile } },
  async handle({ services }) {
    const file = await services.settingsTransfer.read();
    const date = file.exportedAt?.slice(0, 10) ?? '';
    return json(200, file, { 'content-disposition': `attachment; filename="chat-settings-${date}.json"` });
  },
});
