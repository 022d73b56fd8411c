import { expect, test } from 'vitest';
import { citableSections } from '../../src/adapters/knowledge/document-sections.ts';
import { parseInProcess } from '../../src/adapters/knowledge/parsed-documents.ts';
import type { KnowledgeSource } from '../../src/ports.ts';

test('the documents of several assistants read in turn are parsed once each', async () => {
  let parsed = 0;
  const sections = citableSections('unused', (documents) => {
    parsed += documents.length;
    return parseInProcess(documents);
  });
  const sources = ['one', 'two', 'three'].map((key): KnowledgeSource => ({
    kind: 'documents',
    key,
    documents: () => Promise.resolve([{ name: `${key}.md`, markdown: `# ${key}\n\nText.` }]),
  }));
  for (let round = 0; round < 3; round++) for (const source of sources) await sections(source);
  expect(parsed).toBe(3);
});
