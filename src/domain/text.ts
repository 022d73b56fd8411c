/** Maximum length of a visitor or agent message, in Unicode code points (docs/rules.md, Limits). */
export const MAX_MESSAGE_LENGTH = 4000;

/** The number of Unicode code points in a text: the unit of every length limit on messages. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `limit` code points of a text on one line, for lists. */
export function previewOf(content: string, limit = 120): string {
  const text = content.trim();
  // It reads no further than it must: a text may be as long as an answer.
  for (let end = 2 * limit + 1; ; end *= 2) {
    const characters = Array.from(text.slice(0, end).replace(/\s+/gu, ' '));
    // The last one may be half of a pair.
    if (characters.length > limit || end >= text.length) return characters.slice(0, limit).join('');
  }
}

/** Plain text as Markdown of the grammar that the widget and the pages read. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*[\]]/g, '\\$&');
}
