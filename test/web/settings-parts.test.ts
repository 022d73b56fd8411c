import { expect, test } from 'vitest';
import { SettingsFile } from '../../src/wire/settings-file.ts';
import { settingsParts, withoutTexts } from '../../src/web/dashboard/settings/settings-parts.ts';

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

test('a large file is sent in parts below the limit of a request, in the order in which parts refer to each other', () => {
  const parts = settingsParts(file);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(1_000_000);
  expect(parts[0]?.assistants).toEqual(file.assistants);
  expect(parts.flatMap((part) => part.documents)).toEqual(documents);
  expect(parts.at(-1)).toMatchObject({ tags: file.tags, hours: file.hours });
});

test('a preview needs no texts of documents, so it is one small request', () => {
  expect(JSON.stringify(withoutTexts(file)).length).toBeLessThan(10_000);
});
