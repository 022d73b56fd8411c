import type { Source } from '../../domain/message.ts';

/** Follows the numbers that a model cites while its text streams by. */
export interface Citations {
  /** The text that may be shown now. The start of a number whose end is still to come is held back. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
  /** The sources cited so far; the first is number 1 in the text that was shown. */
  sources(): readonly Source[];
}

const CITED = /\[(\d{1,2}(?:\s*,\s*\d{1,2})*)\]/g;
const UNFINISHED = /\[[\d,\s]{0,20}$/;

/**
 * Numbers the citations in the order in which they appear, whatever number a section had in the prompt, so that `[1]`
 * in the text is the first of the sources. Sections of one title and address are one source. A number that no section
 * has is not a citation and stays as it is.
 */
export function citations(sections: readonly Source[]): Citations {
  const cited = new Map<string, Source>();
  let held = '';

  function place(number: number): number | undefined {
    const section = sections[number - 1];
    if (!section) return undefined;
    const { title, url } = section;
    const key = `${title}\n${url}`;
    if (!cited.has(key)) cited.set(key, { title, ...(url !== undefined && { url }) });
    return [...cited.keys()].indexOf(key) + 1;
  }
  const renumber = (marker: string, numbers: string) => {
    const places = numbers.split(',').flatMap((number) => place(Number(number)) ?? []);
    return [...new Set(places)].map((number) => `[${number}]`).join('') || marker;
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
  };
}
