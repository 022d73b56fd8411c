import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/**
 * The public conversations MTRAG (github.com/IBM/mt-rag-benchmark, Apache 2.0); they are not in this
 * repository.
 */
const Task = z.object({
  input: z.array(z.object({ speaker: z.string(), text: z.string() })),
  contexts: z.array(z.object({ document_id: z.string(), text: z.string() })),
});

interface Conversation {
  /** The questions of the person, oldest first. */
  questions: string[];
  /** The numbers of the passages that answer the last one. */
  right: ReadonlySet<number>;
}

/** The conversations of a `reference.jsonl` whose last question has an answer, and the passages of all. */
export function mtragSet(file: string): { passages: string[]; conversations: Conversation[] } {
  const numbers = new Map<string, number>();
  const passages: string[] = [];
  const numberOf = ({ document_id, text }: z.infer<typeof Task>['contexts'][number]): number => {
    const known = numbers.get(document_id);
    if (known !== undefined) return known;
    numbers.set(document_id, passages.length);
    return passages.push(text) - 1;
  };
  const conversations = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Task.parse(JSON.parse(line)))
    .map(({ input, contexts }) => ({
      questions: input.filter(({ speaker }) => speaker === 'user').map(({ text }) => text),
      right: new Set(contexts.map(numberOf)),
    }));
  return { passages, conversations: conversations.filter(({ right }) => right.size > 0) };
}
