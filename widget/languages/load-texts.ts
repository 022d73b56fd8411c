import { parse, type Loose } from '../model.ts';
import { withTimeout } from '../with-timeout.ts';

/** The two letters by which texts are stored; `en` for other tags. */
export const languageOf = (tag: string): string => /^[a-z]{2}/.exec(tag.toLowerCase())?.[0] ?? 'en';

/** Loads the texts for a language tag from the folder of the release; without them the texts stay English. */
export const loadTexts = async (release: string, tag: string): Promise<Loose> => {
  const language = languageOf(tag);
  if (language === 'en') return {};
  try {
    return await withTimeout(async (signal) => {
      const response = await fetch(`${release}${language}.json`, { signal });
      return parse(await response.text());
    });
  } catch {
    // The service has no such language or cannot be reached, or the page's policy forbids it.
    return {};
  }
};
