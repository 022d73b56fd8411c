import type { Source } from '../../domain/records/message.ts';

/** Renumbers the model's citations in streaming text. */
export interface Citations {
  /** The text that can be shown now. An incomplete citation at the end is held back. */
  push(text: string): string;
  /** The text that was held back. */
  end(): string;
  /** The sources cited so far; the first is number 1 in the shown text. */
  sources(): readonly Source[];
  /** The numbers, by the prompt, of the sections cited so far. */
  numbers(): ReadonlySet<number>;
  /** Returns a function that forgets what is cited, and held back, from now on. */
  savepoint(): () => void;
}

const CITED = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/g;
const UNFINISHED = /\[[\d,\s]{0,20}$/;

/**
 * Numbers citations in the order in which they appear, independent of their numbers in the prompt, so that
 * `[1]` in the text is the first source. Sections with the same title and URL are one source. A number
 * without a section is no citation and stays unchanged. `sections` may grow in the meantime.
 */
export function citations(sections: readonly Source[]): Citations {
  let cited = new Map<string, Source>();
  let numbers = new Set<number>();
  let held = '';

  /** The number that is shown for a section. */
  function shownNumber(number: number): number | undefined {
    const section = sections[number - 1];
    if (!section) return undefined;
    numbers.add(number);
    const { title, url } = section;
    const key = `${title}\n${url}`;
    if (!cited.has(key)) cited.set(key, { title, ...(url !== undefined && { url }) });
    return [...cited.keys()].indexOf(key) + 1;
  }
  const renumber = (marker: string, inside: string) => {
    const shown = inside.split(',').flatMap((number) => shownNumber(Number(number)) ?? []);
    return [...new Set(shown)].map((number) => `[${number}]`).join('') || marker;
  };

  return {
    push(text) {
      if (sections.length === 0 || (held === '' && !text.includes('['))) return text;
      const all = held + text;
      held = UNFINISHED.exec(all)?.[0] ?? '';
      return all.slice(0, all.length - held.length).replace(CITED, renumber);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
    sources: () => [...cited.values()],
    numbers: () => numbers,
    savepoint() {
      const [before, numbersBefore] = [new Map(cited), new Set(numbers)];
      return () => {
        cited = before;
        numbers = numbersBefore;
        held = '';
      };
    },
  };
}
