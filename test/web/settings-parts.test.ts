import { expect, test } from 'vitest';
import { SettingsFile } from '../../src/admin/wire/settings-file.ts';
import { settingsParts, withoutTexts } from '../../src/web/dashboard/settings/data/settings-parts.ts';

const documents = Array.from({ length: 60 }, (_, index) => ({
  assistant: 'Shop',
  name: `document-${index}.md`,
  markdown: 'x'.repeat(index === 59 ? 400_000 : 40_000),
}));
const file = SettingsFile.parse({
  format: 'chat-settings-1',
  assistants: [{ profile: { name: 'Shop', instructions: 'Be kind.' } }],
  documents,
  tags: [{ name: 'VIP', color: 'red' }],
  hours: { timeZone: 'UTC', weekly: [] },
});

test('a large file is sent in parts below the request limit, in the order of their references', () => {
  const parts = settingsParts(file);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(1_000_000);
  expect(parts[0]?.assistants).toEqual(file.assistants);
  expect(parts.flatMap((part) => part.documents)).toEqual(documents);
  expect(parts.at(-1)).toMatchObject({ tags: file.tags, hours: file.hours });
});

test('a preview is one small request without texts of documents', () => {
  expect(JSON.stringify(withoutTexts(file)).length).toBeLessThan(10_000);
});

test('a part has at most 25 settings, so that it is imported in time', () => {
  const tags = Array.from({ length: 60 }, (_, index) => ({ name: `Tag ${index}`, color: 'red' }));
  const parts = settingsParts(SettingsFile.parse({ format: 'chat-settings-1', tags }));
  expect(parts.map((part) => part.tags.length)).toEqual([25, 25, 10]);
});
