import { showControlCharacters } from './visible.ts';

/**
 * Text from visitors, the model or other systems. It is escaped, and isolated in its writing direction, so
 * that it cannot reorder the surrounding text.
 */
export function UntrustedText({ text }: { text: string }) {
  return <bdi>{showControlCharacters(text)}</bdi>;
}

/** The source domain of a conversation; a dash if it was not recorded. */
export function Origin({ origin }: { origin: string | undefined }) {
  if (origin === undefined) {
    return (
      <span class="quiet">
        <span aria-hidden="true">—</span>
        <span class="unseen">not recorded</span>
      </span>
    );
  }
  return (
    <span class="origin" title={showControlCharacters(origin)}>
      <UntrustedText text={origin.replace(/^https:\/\//, '')} />
    </span>
  );
}

/** A text with highlights. Positions are in UTF-16 code units, in order. */
export function HighlightedText({
  text,
  marks,
}: {
  text: string;
  marks: readonly (readonly [number, number])[];
}) {
  const pieces = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from || end <= start) continue;
    pieces.push(
      showControlCharacters(text.slice(from, start)),
      <mark key={start}>{showControlCharacters(text.slice(start, end))}</mark>,
    );
    from = end;
  }
  pieces.push(showControlCharacters(text.slice(from)));
  return <bdi>{pieces}</bdi>;
}
