import { numberText } from './html-lists.ts';
import { childNamed, childrenOf, parseXml } from './xml-elements.ts';

/** A level of a numbered list. */
interface Level {
  start: number;
  format: string;
  /** `%1.%2` has the numbers of the first two levels. */
  text: string;
  /** All numbers of the text are decimal. */
  isLegal: boolean;
  style: string | null;
}

interface NumberedList {
  /** Lists with the same definition go on counting together. */
  definition: string;
  levels: ReadonlyMap<number, Level>;
  /** The numbers with which levels start again. */
  starts: ReadonlyMap<number, number>;
}

/** Returns the number of a paragraph as Word shows it, if it has one. Paragraphs come in their order. */
export type NumberOf = (paragraph: Element) => string | undefined;

/** How many styles a style can be based on. */
const MAX_BASES = 20;

/** Counts the numbered paragraphs of a Word file (ECMA-376, §17.9). */
export function wordNumbers(numbering: string, styles: string | undefined): NumberOf {
  const lists = listsOf(numbering);
  const ofStyle = styleNumbers(styles);
  const counters = new Map<string, Map<number, number>>();
  const begun = new Set<string>();
  return (paragraph) => {
    const place = placeOf(paragraph, ofStyle, lists);
    const list = lists.get(place?.id ?? '');
    if (!place || !list) return undefined;
    const level = list.levels.get(place.level);
    if (!level || level.format === 'bullet') return undefined;
    const counter = counters.get(list.definition) ?? new Map<number, number>();
    counters.set(list.definition, counter);
    if (!begun.has(place.id)) {
      begun.add(place.id);
      for (const [at, start] of list.starts) counter.set(at, start - 1);
    }
    for (const at of counter.keys()) if (at > place.level) counter.delete(at);
    const before = counter.get(place.level);
    counter.set(place.level, before === undefined ? level.start : before + 1);
    const shown = level.text.replaceAll(/%([1-9])/g, (_sign, digit: string) => {
      const at = Number(digit) - 1;
      const { start = 1, format = 'decimal' } = list.levels.get(at) ?? {};
      return formatted(counter.get(at) ?? start, level.isLegal ? 'decimal' : format);
    });
    return shown.trim() === '' ? undefined : shown.trim();
  };
}

interface Place {
  /** The list's id. */
  id: string;
  level: number;
}

function placeOf(
  paragraph: Element,
  ofStyle: (style: string) => Partial<Place>,
  lists: ReadonlyMap<string, NumberedList>,
): Place | undefined {
  const properties = childNamed(paragraph, 'w:pPr');
  const style = valueOf(childNamed(properties, 'w:pStyle'));
  const own = numberProperties(properties);
  const styled = style === null ? {} : ofStyle(style);
  const id = own.id ?? styled.id;
  if (id === undefined) return undefined;
  const levels = [...(lists.get(id)?.levels ?? [])];
  const [linked] = levels.find(([, level]) => style !== null && level.style === style) ?? [];
  return { id, level: own.level ?? linked ?? styled.level ?? 0 };
}

/** The numbering of paragraph styles, also of those that they are based on. */
function styleNumbers(styles: string | undefined): (style: string) => Partial<Place> {
  const all = styles === undefined ? [] : childrenOf(parseXml(styles).documentElement);
  const byId = new Map(all.map((style) => [style.getAttribute('w:styleId') ?? '', style]));
  return (id) => {
    let style = byId.get(id);
    for (let steps = 0; style && steps < MAX_BASES; steps++) {
      const found = numberProperties(childNamed(style, 'w:pPr'));
      if (found.id !== undefined) return found;
      style = byId.get(valueOf(childNamed(style, 'w:basedOn')) ?? '');
    }
    return {};
  };
}

function numberProperties(properties: Element | undefined): Partial<Place> {
  const numbers = childNamed(properties, 'w:numPr');
  const id = valueOf(childNamed(numbers, 'w:numId'));
  const level = valueOf(childNamed(numbers, 'w:ilvl'));
  return { ...(id !== null && { id }), ...(level !== null && { level: Number(level) }) };
}

function listsOf(numbering: string): ReadonlyMap<string, NumberedList> {
  const all = childrenOf(parseXml(numbering).documentElement);
  const definitions = new Map(
    all
      .filter(({ nodeName }) => nodeName === 'w:abstractNum')
      .map((one) => [one.getAttribute('w:abstractNumId') ?? '', one]),
  );
  return new Map(
    all
      .filter(({ nodeName }) => nodeName === 'w:num')
      .map((one) => {
        const definition = valueOf(childNamed(one, 'w:abstractNumId')) ?? '';
        const overrides = childrenOf(one).filter(({ nodeName }) => nodeName === 'w:lvlOverride');
        const levels = new Map([
          ...levelsOf(definitions.get(definition)),
          ...overrides.flatMap((override) => levelsOf(override)),
        ]);
        const starts = overrides.flatMap((override): [number, number][] => {
          const start = valueOf(childNamed(override, 'w:startOverride'));
          return start === null ? [] : [[Number(override.getAttribute('w:ilvl')), Number(start)]];
        });
        return [one.getAttribute('w:numId') ?? '', { definition, levels, starts: new Map(starts) }];
      }),
  );
}

function levelsOf(parent: Element | undefined): [number, Level][] {
  return childrenOf(parent)
    .filter(({ nodeName }) => nodeName === 'w:lvl')
    .map((one) => [
      Number(one.getAttribute('w:ilvl')),
      {
        start: Number(valueOf(childNamed(one, 'w:start')) ?? 1),
        format: valueOf(childNamed(one, 'w:numFmt')) ?? 'decimal',
        text: valueOf(childNamed(one, 'w:lvlText')) ?? '',
        isLegal: childNamed(one, 'w:isLgl') !== undefined,
        style: valueOf(childNamed(one, 'w:pStyle')),
      },
    ]);
}

function valueOf(element: Element | undefined): string | null {
  return element?.getAttribute('w:val') ?? null;
}

/** The formats of Word as the types of HTML's lists; all others are decimal. */
const TYPES: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

function formatted(value: number, format: string): string {
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  return numberText(value, TYPES[format] ?? '1');
}
