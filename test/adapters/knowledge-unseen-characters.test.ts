import { expect, test } from 'vitest';
import { knowledgeIndex } from '../../src/adapters/knowledge/knowledge-index.ts';

const TEXT =
  '# Terms\n\n## Cancellation\n\nYou can cancel your subscription within fourteen days.\n\n## Warranty\n\nTwo years.\n';
const divided = (text: string, character: string) =>
  text
    .replaceAll('cancel', `can${character}cel`)
    .replaceAll('subscription', `sub${character}scrip${character}tion`);
const QUESTION = 'How do I cancel my subscription?';

const found = async (text: string, question: string) => {
  const index = knowledgeIndex(() => Promise.resolve([{ name: 'terms.md', markdown: text }]));
  const [best] = await index.find([question], 1);
  return best?.title;
};

test.each([
  ['a soft hyphen', '\u00ad'],
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
])('%s hides no word of a document or a question', async (_what, character) => {
  expect(await found(divided(TEXT, character), QUESTION)).toBe('Cancellation');
  expect(await found(TEXT, divided(QUESTION, character))).toBe('Cancellation');
});
