import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/**
 * The public question set XQuAD (github.com/google-deepmind/xquad, CC BY-SA 4.0); it is not in this
 * repository.
 */
const File = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({ context: z.string(), qas: z.array(z.object({ question: z.string() })) }),
      ),
    }),
  ),
});

interface LanguageSet {
  language: string;
  paragraphs: string[];
  /** Each with the number of its paragraph. */
  questions: { question: string; right: number }[];
}

/** The sets of a folder with the files `xquad.<language>.json`. */
export function xquadSets(folder: string): LanguageSet[] {
  return globSync('xquad.*.json', { cwd: folder })
    .sort()
    .map((name) => {
      const { data } = File.parse(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
      const all = data.flatMap(({ paragraphs }) => paragraphs);
      return {
        language: name.split('.')[1] ?? '',
        paragraphs: all.map(({ context }) => context),
        questions: all.flatMap(({ qas }, right) => qas.map(({ question }) => ({ question, right }))),
      };
    });
}
