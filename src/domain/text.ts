/** Maximum length of a visitor or agent message, in Unicode code points (Specification, Limits). */
export const MAX_MESSAGE_LENGTH = 4000;

/** The number of Unicode code points in a text: the unit of every length limit on messages. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `limit` code points of a text on one line, for lists. */
export function previewOf(content: string, limit = 120): string {
  return Array.from(content.replace(/\s+/gu, ' ').trim()).slice(0, limit).join('');
}
