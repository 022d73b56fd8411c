/** The first Unicode symbol for an ASCII control character (U+2400). */
const CONTROL_PICTURES = 0x2400;
const PICTURE_OF_DELETE = '\u2421';
const REPLACEMENT = '\uFFFD';

const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;

/**
 * Characters that change how text is displayed: control characters except tab and line feed, bidirectional
 * embeddings, overrides and isolates, and interlinear annotations. Direction marks, joiners and variation
 * selectors are kept, because Arabic, Persian and emoji need them.
 */
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u206F\uFFF9-\uFFFB]/g;

/** Replaces invisible control characters in untrusted text with visible symbols. */
export function showControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll(INVISIBLE, (character) => {
      const code = character.charCodeAt(0);
      if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
      return code === 0x7f ? PICTURE_OF_DELETE : REPLACEMENT;
    });
}
