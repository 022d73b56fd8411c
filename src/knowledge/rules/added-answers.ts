import { answerMarkerIn, type AnswerMarker } from '../records/answer-marker.ts';

/**
 * An admin's answer to an unanswered question: one section of an answers document. Its marker is an HTML
 * comment, which does not reach the index.
 */
export interface AddedAnswer {
  id: string;
  heading: string;
  /** Markdown. */
  answer: string;
  /** RFC 3339 in UTC. */
  addedAt: string;
  /** Ids of the visitors' messages that it answers. */
  questions: readonly string[];
}

/** Maximum length of an answers document in UTF-16 code units: that of any document. */
export const MAX_ANSWERS_LENGTH = 50_000;
/** A longer document gets no further answers; the next answer starts a new document. */
const FULL_LENGTH = 40_000;
/** Maximum number of ids in a marker; the answer's time covers the other questions of their group. */
const MAX_MARKED = 50;

const ANSWERS_NAME = /^answers(-[2-9]|-[1-4]\d|-50)?\.md$/;
const TITLE = '# Answers\n';

const MARKER_LINE = /^<!-- answer (\{.*\}) -->$/;

/** Whether a document holds added answers: `answers.md`, `answers-2.md` to `answers-50.md`. */
export function isAnswersDocument(name: string): boolean {
  return ANSWERS_NAME.test(name);
}

/** The name of the document for the next answer: the first with room, or a new one. */
export function nextAnswersDocument(documents: readonly { name: string; characters: number }[]): string {
  const lengths = new Map(documents.map(({ name, characters }) => [name, characters]));
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'answers.md' : `answers-${number}.md`;
    if ((lengths.get(name) ?? 0) < FULL_LENGTH) return name;
  }
}

export function withAnswer(
  markdown: string,
  { id, heading, answer, addedAt, questions }: AddedAnswer,
): string {
  const before = markdown.trim() === '' ? TITLE : `${markdown.trimEnd()}\n`;
  const marker = JSON.stringify({ id, addedAt, questions: questions.slice(0, MAX_MARKED) });
  return `${before}\n<!-- answer ${marker} -->\n\n## ${headingText(heading)}\n\n${bodyText(answer)}\n`;
}

/** The document without an answer; undefined if the document does not contain it. */
export function withoutAnswer(markdown: string, id: string): string | undefined {
  const parts = partsOf(markdown);
  const rest = parts.filter(({ marker }) => marker?.id !== id);
  if (rest.length === parts.length) return undefined;
  return `${rest
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join('\n\n')}\n`;
}

/** The answers of a document, oldest first. Text that was written there by hand is ignored. */
export function answersIn(markdown: string): AddedAnswer[] {
  return partsOf(markdown).flatMap(({ text, marker }) => {
    if (!marker) return [];
    const [, , heading = '', , ...body] = text.split('\n');
    return [{ ...marker, heading: plainHeading(heading), answer: body.join('\n').trim() }];
  });
}

interface Part {
  text: string;
  marker?: AnswerMarker;
}

/** The text above the first marker, then one part for each marker. */
function partsOf(markdown: string): Part[] {
  const parts: { lines: string[]; marker?: AnswerMarker }[] = [{ lines: [] }];
  for (const line of markdown.split(/\r\n?|\n/)) {
    const marker = markerIn(line);
    if (marker) parts.push({ lines: [line], marker });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('\n') }));
}

/** Undefined for any other line, also for a marker that was changed by hand. */
function markerIn(line: string): AnswerMarker | undefined {
  const json = MARKER_LINE.exec(line)?.[1];
  return json === undefined ? undefined : answerMarkerIn(json);
}

/** Escapes a text for a heading of one line. */
function headingText(heading: string): string {
  return heading
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#&~|!]/g, String.raw`\$&`);
}

function plainHeading(line: string): string {
  return line.replace(/^## /, '').replaceAll(/\\([\\`*_[\]<>#&~|!])/g, '$1');
}

/**
 * An answer as the text of one section, whatever it contains. Its headings are below the section's, a line
 * under text makes no heading, and neither HTML nor a code block continues into the next section.
 */
function bodyText(answer: string): string {
  const lines = answer.trim().split(/\r\n?|\n/);
  const body = lines.map((line, index) => {
    if (/^ {0,3}#{1,2}(\s|$)/.test(line)) return line.replace(/#{1,2}/, '###');
    if (/^ {0,3}(=+|-+)\s*$/.test(line) && (lines[index - 1] ?? '').trim() !== '') return `\n${line}`;
    return line.replaceAll(/<(?=[!?/a-z])(?!https?:|mailto:)/gi, String.raw`\<`);
  });
  return closedBlock(body).join('\n');
}

/**
 * Closes an open fenced code block. Backticks with another backtick later in the line do not open a block
 * (CommonMark 4.5).
 */
function closedBlock(lines: readonly string[]): string[] {
  let fence: string | undefined;
  for (const line of lines) {
    const [, mark] = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? [];
    if (mark === undefined) continue;
    if (fence === undefined) fence = mark;
    else if (mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark) fence = undefined;
  }
  return fence === undefined ? [...lines] : [...lines, fence];
}
