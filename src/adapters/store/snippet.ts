import type { Match } from '../../domain/search-text.ts';

/** Characters before the match, in the whole snippet, and the maximum shift of a cut to the next space. */
const BEFORE = 60;
const LENGTH = 200;
const NEAR = 20;
const CUT = '…';

export interface Snippet {
  snippet: string;
  highlights: Match[];
}

/** The part of a message around its first match; the highlights are offsets in that part, in order. */
export function snippetOf(content: string, matches: readonly Match[]): Snippet {
  const [match, matchEnd] = matches[0] ?? [0, 0];
  const start = startNear(content, match - BEFORE, match);
  const end = endNear(content, start + LENGTH, matchEnd);
  const lead = start > 0 ? CUT : '';
  const shift = lead.length - start;
  return {
    snippet: `${lead}${content.slice(start, end)}${end < content.length ? CUT : ''}`,
    highlights: matches
      .filter(([from]) => from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** The start of the part: after a space near `at`, but never within the match. */
function startNear(content: string, at: number, match: number): number {
  if (at <= 0) return 0;
  const space = content.indexOf(' ', at);
  return space >= 0 && space < Math.min(at + NEAR, match) ? space + 1 : wholeCharacter(content, at);
}

/**
 * The end of the part: before a space near `at`, but never within the match, unless that is longer than the
 * part.
 */
function endNear(content: string, at: number, matchEnd: number): number {
  if (at >= content.length) return content.length;
  const space = content.lastIndexOf(' ', at);
  return space > at - NEAR && space >= matchEnd ? space : wholeCharacter(content, at);
}

/** Moves a cut out of the middle of a surrogate pair. */
function wholeCharacter(content: string, at: number): number {
  return content.charCodeAt(at) >>> 10 === 0x37 ? at + 1 : at;
}
