/** The most questions of a set. */
export const MAX_QUESTIONS = 1_000;

/** The objects of a `.jsonl` text with the numbers of their lines, or what is wrong with it. */
export type QuestionLines =
  { ok: true; lines: { line: number; value: object }[] } | { ok: false; problem: string };

/**
 * Reads a question set, one JSON object on a line. Empty lines are left out. The text comes in chunks and is
 * read up to the first problem alone, so that a file of any size takes the memory of one set.
 */
export async function questionLines(
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<QuestionLines> {
  const lines: { line: number; value: object }[] = [];
  let line = 0;
  for await (const written of linesIn(chunks)) {
    line++;
    if (written.length > MAX_ADDED_BYTES) return refused(`Line ${line} is too long.`);
    if (written.trim() === '') continue;
    if (lines.length >= MAX_QUESTIONS) {
      return refused(`It has more than ${MAX_QUESTIONS} questions. Split it into several sets.`);
    }
    const value = objectIn(written);
    if (!value) return refused(`Line ${line} is not a JSON object.`);
    lines.push({ line, value });
  }
  return lines.length === 0 ? refused('It has no questions.') : { ok: true, lines };
}

/** The lines of a text; one that is too long is returned as far as it was read, and is the last. */
async function* linesIn(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let rest = '';
  let isFirst = true;
  for await (const chunk of chunks) {
    const lines = `${rest}${isFirst ? chunk.replace(/^\uFEFF/, '') : chunk}`.split(/\r?\n/);
    isFirst &&= chunk === '';
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > MAX_ADDED_BYTES) break;
  }
  yield rest;
}

const refused = (problem: string) => ({ ok: false as const, problem });

function objectIn(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many questions one request adds, and their most bytes: a request's body has 64 KiB. */
const MAX_ADDED = 100;
const MAX_ADDED_BYTES = 60_000;

/** The lines in parts that fit into one request each. */
export function requestsOf<T extends { value: object }>(lines: readonly T[]): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = new TextEncoder().encode(JSON.stringify(line.value)).length + 1;
    const last = parts.at(-1);
    if (!last || last.length >= MAX_ADDED || bytes + size > MAX_ADDED_BYTES) {
      parts.push([line]);
      bytes = size;
    } else {
      last.push(line);
      bytes += size;
    }
  }
  return parts;
}

/** The sentence for a refused question of a part: its issue names it as `questions.3.facts`. */
export function lineProblem(
  part: readonly { line: number }[],
  { path, message }: { path: string; message: string },
): string {
  const [, index = '', ...rest] = path.split('.');
  const line = part[Number(index)]?.line;
  if (index === '' || line === undefined) return `${path} ${message}.`;
  return `Line ${line}: ${[rest.join('.') || 'it', message].join(' ')}.`;
}
