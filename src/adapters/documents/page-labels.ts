import { en } from '../../languages/en.ts';
import { languageOf, WORDS } from '../../languages/languages.ts';
import type { PageLabels } from '../../languages/words.ts';

/** The labels in a language; English if there is no translation. */
export function pageLabels(language: string | undefined): PageLabels {
  const known = languageOf(language);
  return (known && WORDS[known].labels) ?? en.labels;
}
