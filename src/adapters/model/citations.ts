import type { Source } from '../../conversations/records/message.ts';

/** `[1]`, `[1, 2]`, `[1; 2]`, `[1-3]`, `【1】` and `【1†source】`, with the space before. */
const MARKER = /( ?)[[【](\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)(?:†[^\]】]{0,40})?[\]】]/g;
/** A possible start of a marker at the end of the text. */
const UNFINISHED = / ?[[【][\d,;\s–-]{0,20}(?:†[^\]】]{0,40})?$/;
/** The most sections of a range such as `[1-3]`. */
const MAX_RANGE = 10;

/**
 * Renumbers citations in the order of their first use, so that `[1]` is the first source. Sections with the
 * same title and URL share a number. Numbers without a section stay unchanged, and `[0]` is removed.
 * `sections` can grow while the answer is streamed.
 */
export function citations(sections: readonly Source[]) {
  let cited = new Map<string, Source>();
  let numbers = new Set<number>();
  let held = '';
  let isUnsupported = false;

  /** The shown number of a section; undefined if there is no such section. */
  function shownNumber(number: number): number | undefined {
    const section = sections[number - 1];
    if (!section) return undefined;
    numbers.add(number);
    const { title, url } = section;
    const key = `${title}\n${url}`;
    if (!cited.has(key)) cited.set(key, { title, ...(url !== undefined && { url }) });
    return [...cited.keys()].indexOf(key) + 1;
  }
  const renumber = (marker: string, space: string, inside: string) => {
    if (Number(inside) === 0) {
      isUnsupported = true;
      return '';
    }
    const shown = new Set(numbersIn(inside).flatMap((number) => shownNumber(number) ?? []));
    return shown.size === 0 ? marker : `${space}${[...shown].map((number) => `[${number}]`).join('')}`;
  };

  return {
    /** Returns the text that can be shown. An incomplete citation at the end is held back. */
    push(text: string): string {
      const all = held + text;
      held = UNFINISHED.exec(all)?.[0] ?? '';
      return all.slice(0, all.length - held.length).replace(MARKER, renumber);
    },
    /** Returns the text that was held back. */
    end(): string {
      const rest = held;
      held = '';
      return rest;
    },
    /** The sources cited so far; the first is number 1 in the shown text. */
    sources: (): readonly Source[] => [...cited.values()],
    /** The prompt's numbers of the cited sections. */
    numbers: (): ReadonlySet<number> => numbers,
    /** Whether the model used the marker `[0]`: no document supports the answer. */
    isUnsupported: (): boolean => isUnsupported,
    /** Returns a function that discards the citations, and text held back, since this call. */
    savepoint(): () => void {
      const before = { cited: new Map(cited), numbers: new Set(numbers), isUnsupported };
      return () => {
        ({ cited, numbers, isUnsupported } = before);
        held = '';
      };
    },
  };
}

/** Renumbers the model's citations in streaming text. */
export type Citations = ReturnType<typeof citations>;

/** The numbers in a marker, with ranges expanded. */
function numbersIn(inside: string): number[] {
  return inside.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    const length = Math.min(last - first + 1, MAX_RANGE);
    return Array.from({ length: Math.max(1, length) }, (_, index) => first + index);
  });
}
