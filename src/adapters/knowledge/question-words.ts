import { fold } from '../../lib/folding.ts';
import type { QuestionWords } from '../../ports.ts';
import { detectLanguage } from './language-detection.ts';
import { isStopWord } from './stop-words.ts';
import { wordForms } from './word-forms.ts';
import { partsOf, wordsOf } from './words.ts';

/** How much of a question is read, in code units. */
const READ_LENGTH = 1000;
const MAX_WORDS = 64;

/** Scripts whose words can have one character. */
const ONE_CHARACTER_WORD = /^[\p{Script=Han}\p{N}]$/u;

/**
 * The stems of each question's content words. A question of unknown language is read in the most frequent
 * language of the others.
 */
export async function questionWords(questions: readonly string[]): Promise<QuestionWords[]> {
  const texts = questions.map((question) => question.slice(0, READ_LENGTH).normalize('NFC'));
  const languages = texts.map((text) => detectLanguage(text));
  const usual = mostFrequent(languages);
  return await Promise.all(
    texts.map(async (text, index) => {
      const language = languages[index];
      const roots = await rootsOf(text, language ?? usual);
      return { ...(language !== undefined && { language }), roots };
    }),
  );
}

async function rootsOf(text: string, language: string | undefined): Promise<string[]> {
  const { rootOf } = await wordForms(language);
  const content = wordsOf(text)
    .flatMap(partsOf)
    .filter((word) => !isStopWord(fold(word), language))
    .slice(0, MAX_WORDS)
    .map(rootOf)
    .filter((root) => Array.from(root).length > 1 || ONE_CHARACTER_WORD.test(root));
  return Array.from(new Set(content));
}

function mostFrequent(languages: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const language of languages) {
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return Array.from(counts).toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
