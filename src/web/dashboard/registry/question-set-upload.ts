import { lineProblem, questionLines, requestsOf } from '../../../domain/question-lines.ts';
import type { SetReply } from '../../../wire/evaluations.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath, Problem } from '../../ui/request.ts';

/** A file that is no question set; its message is a sentence for the reader. */
export class BadLine extends Error {}

/** Creates an empty set, and returns its id. */
export async function createSet(name: string): Promise<string> {
  const { set } = await adminApi.send<SetReply>('POST', apiPath('question-sets'), { name });
  return set.id;
}

/** Creates a set from a file; a set with a bad line is deleted again. */
export async function uploadedSet(file: File): Promise<string> {
  const read = await questionLines(textIn(file));
  if (!read.ok) throw new BadLine(read.problem);
  const id = await createSet(file.name.replace(/\.jsonl$/, '').slice(0, 60) || 'Questions');
  try {
    for (const part of requestsOf(read.lines)) await addPart(id, part);
  } catch (thrown) {
    await adminApi.send('DELETE', apiPath(`question-sets/${id}`));
    throw thrown;
  }
  return id;
}

/** The text of a file in chunks, so that a large one is read only as far as it is wanted. */
async function* textIn(file: File): AsyncGenerator<string, void, undefined> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel();
  }
}

async function addPart(id: string, part: readonly { line: number; value: object }[]): Promise<void> {
  try {
    const questions = part.map(({ value }) => value);
    await adminApi.send('POST', apiPath(`question-sets/${id}/questions`), { questions });
  } catch (thrown) {
    const [issue] = thrown instanceof Problem ? (thrown.details.issues ?? []) : [];
    throw issue ? new BadLine(lineProblem(part, issue)) : thrown;
  }
}
