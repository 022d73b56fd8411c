/** More levels than this are no structure that a person wrote. */
const MAX_LEVELS = 12;
/** Indentation nests, too. */
const MAX_INDENT = 6 * MAX_LEVELS;
/** The longest run of one emphasis character; a rule or a blank to fill in says no more with a longer one. */
const MAX_RUN = 12;

/** A marker of a block quote or a list item at the beginning of what it contains. */
const MARKER = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const RUN = new RegExp(`([*_~])\\1{${MAX_RUN},}`, 'g');
/** The same with one run beginning where another ends: `*_*_*_`. */
const MIXED = new RegExp(`[*_~]{${4 * MAX_RUN},}`, 'g');

/**
 * Markdown whose nesting is bounded. A parser that descends into each level needs time and stack that grow
 * with the square of the levels, so that one document of 100 KB could stop the process. What is nested deeper
 * loses its markers and keeps its text.
 */
export function boundedMarkdown(markdown: string): string {
  const short = markdown
    .replaceAll(RUN, (run) => run.slice(0, MAX_RUN))
    .replaceAll(MIXED, (run) => run.slice(0, MAX_RUN));
  return short.split('\n').map(boundedLine).join('\n');
}

function boundedLine(indented: string): string {
  const indent = indented.length - indented.trimStart().length;
  const line = indented.slice(Math.max(0, indent - MAX_INDENT));
  let kept = 0;
  let at = 0;
  for (let level = 0; ; level++) {
    MARKER.lastIndex = at;
    if (!MARKER.test(line)) break;
    at = MARKER.lastIndex;
    if (level < MAX_LEVELS) kept = at;
  }
  return kept === at ? line : `${line.slice(0, kept)} ${line.slice(at).trimStart()}`;
}
