import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of a difference: unchanged, added or removed text. */
export interface DifferencePiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The maximum number of edits; beyond it, the whole text is shown as removed and added. */
const MAX_EDITS = 2_000;

/** The difference of two texts: by lines, and by words within changed lines. */
export function textDifference(before: string, after: string): DifferencePiece[] {
  const lines = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (!lines) return replaced(before, after);
  return lines.flatMap((part, at) => {
    const last = lines[at - 1];
    const next = lines[at + 1];
    // A removed part and the following added part are compared by words, once.
    if (part.added && last?.removed) return [];
    return part.removed && next?.added ? byWords(part.value, next.value) : [pieceOf(part)];
  });
}

function byWords(before: string, after: string): DifferencePiece[] {
  return (
    diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS })?.map(pieceOf) ?? replaced(before, after)
  );
}

const replaced = (before: string, after: string): DifferencePiece[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];

function pieceOf({
  added,
  removed,
  value,
}: {
  added: boolean;
  removed: boolean;
  value: string;
}): DifferencePiece {
  if (added) return { kind: 'added', text: value };
  return { kind: removed ? 'removed' : 'same', text: value };
}
