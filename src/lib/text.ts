/** The number of Unicode code points in a text, the unit of message limits. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `limit` code points of a text on one line, for lists. */
export function previewOf(content: string, limit = 120): string {
  const text = content.trim();
  // Only the needed part is read, because answers can be long.
  for (let end = 2 * limit + 1; ; end *= 2) {
    const characters = Array.from(text.slice(0, end).replace(/\s+/gu, ' '));
    // The last character may be half of a surrogate pair.
    if (characters.length > limit || end >= text.length) return characters.slice(0, limit).join('');
  }
}

/** Escapes a plain text for the Markdown subset of the widget and the pages. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*[\]]/g, '\\$&');
}
