import { plainText } from '../../lib/plain-text.ts';
import type { HeadingPath } from '../records/website-source.ts';

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/s;
/** The closing sequence of a heading: `## Prices ##` (CommonMark, §4.2). */
const CLOSING = /(?<!#)#+$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** The id at the end of a heading: `## Opening hours {#hours}`. */
const FRAGMENT = /(?<! ) *\{#([^\s{}]+)\}$/;

/** Splits the id from the text of a heading. */
export function headingOf(text: string): { title: string; fragment?: string } {
  const [, fragment] = FRAGMENT.exec(text) ?? [];
  return fragment === undefined ? { title: text } : { title: text.replace(FRAGMENT, ''), fragment };
}

/** Removes the sections of some headings, including their subsections. */
export function withoutHeadings(markdown: string, paths: readonly HeadingPath[]): string {
  if (paths.length === 0) return markdown;
  const keys = new Set(paths.map((path) => keyOf(path)));
  const open: Heading[] = [];
  let leftOutDepth: number | undefined;
  const kept = linesOf(markdown).filter(({ heading }) => {
    if (!heading) return leftOutDepth === undefined;
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    open.push(heading);
    if (leftOutDepth !== undefined && heading.depth > leftOutDepth) return false;
    leftOutDepth = keys.has(keyOf(open.map(({ title }) => title))) ? heading.depth : undefined;
    return leftOutDepth === undefined;
  });
  return kept
    .map(({ line }) => line)
    .join('\n')
    .trim();
}

interface Heading {
  depth: number;
  title: string;
}

/** The lines of Markdown, with the parsed heading of heading lines; code blocks are skipped. */
function linesOf(markdown: string): { line: string; heading?: Heading }[] {
  let fence: string | undefined;
  return markdown.split('\n').map((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    const isInside = fence !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const [, marks, text = ''] = isInside ? [] : (HEADING.exec(line) ?? []);
    return marks === undefined ? { line } : { line, heading: { depth: marks.length, title: titleOf(text) } };
  });
}

const titleOf = (text: string): string =>
  plainText(headingOf(text.trim().replace(CLOSING, '').trim()).title).text;
const keyOf = (path: readonly string[]): string =>
  JSON.stringify(path.map((title) => title.replaceAll(/\s+/g, ' ').trim()));
