/** The most questions of a set. */
export const MAX_QUESTIONS = 1_000;

/** The objects of a `.jsonl` text with the numbers of their lines, or what is wrong with it. */
export type QuestionLines =
  { ok: true; lines: { line: number; value: object }[] } | { ok: false; problem: string };

/** Reads a question set, one JSON object on a line. Empty lines are left out. */
export function questionLines(text: string): QuestionLines {
  const lines: { line: number; value: object }[] = [];
  let line = 0;
  for (const written of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    line++;
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
