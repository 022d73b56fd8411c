/** Right-to-left letters: Hebrew, Arabic and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT = /\p{L}/u;
const DIGIT = /\p{N}/u;
/** Presentation forms: ligatures, and the shapes of Arabic and Hebrew letters. */
const PRESENTATION_FORMS = /[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]/g;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '«': '»',
  '»': '«',
  '<': '>',
  '>': '<',
};

export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Replaces presentation forms by letters (NFKC). */
export function withoutPresentationForms(text: string): string {
  return text.replaceAll(PRESENTATION_FORMS, (form) => form.normalize('NFKC'));
}

type Kind = 'right' | 'left' | 'number' | 'neutral';

/**
 * Reorders the pieces of a right-to-left line from visual to logical order. Left-to-right words and numbers
 * keep their order, and brackets are mirrored (UAX #9).
 */
export function inReadingOrder(pieces: readonly string[]): string {
  const parts = pieces.flatMap(partsOf);
  const runs: { text: string; kind: Kind }[] = [];
  parts.forEach((part, at) => {
    const last = runs.at(-1);
    const next = parts[at + 1];
    const isJoint = last && next && part.kind === 'neutral' && joins(last.kind, part.text, next.kind);
    const isSame =
      last &&
      part.kind !== 'right' &&
      part.kind !== 'neutral' &&
      (last.kind === 'left' || last.kind === 'number');
    if (last && (isJoint === true || (isSame === true && !/\s$/.test(last.text)) || isWord(last, part))) {
      last.text += part.text;
      if (part.kind === 'left') last.kind = 'left';
    } else runs.push({ ...part });
  });
  return runs
    .toReversed()
    .map(({ text, kind }) => (kind === 'neutral' ? mirrorBrackets(text) : text))
    .join('');
}

/** Latin words are joined across spaces, and numbers across the punctuation inside them. */
function joins(before: Kind, sign: string, after: Kind): boolean {
  if (before === 'left' && after === 'left') return true;
  return before === 'number' && after === 'number' && /^[.,:/-]$/.test(sign);
}

function isWord(last: { text: string; kind: Kind }, part: { kind: Kind }): boolean {
  return last.kind === 'left' && part.kind === 'left';
}

/** Splits a piece at punctuation. A piece with both directions is already in logical order. */
function partsOf(piece: string): { text: string; kind: Kind }[] {
  if (isRightToLeft(piece)) return [{ text: piece, kind: 'right' }];
  return (piece.match(/[\p{L}\p{M}]+|\p{N}+|[^\p{L}\p{M}\p{N}]/gu) ?? []).map((text) => ({
    text,
    kind: kindOf(text),
  }));
}

function kindOf(text: string): Kind {
  if (DIGIT.test(text)) return 'number';
  return LEFT_TO_RIGHT.test(text) ? 'left' : 'neutral';
}

function mirrorBrackets(text: string): string {
  return Array.from(text, (character) => MIRRORED[character] ?? character).join('');
}
