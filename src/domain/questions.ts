/** A question that the assistant could not answer, when and where it was asked. */
export interface AskedQuestion {
  sessionId: string;
  question: string;
  at: string;
}

/** The same question, however often and by whomever it was asked; the words are those of the newest. */
export interface QuestionGroup {
  question: string;
  count: number;
  lastAskedAt: string;
  sessionId: string;
}

/** Groups questions (newest first) that differ in case, punctuation and spaces alone; most asked first, then newest. */
export function groupQuestions(asked: readonly AskedQuestion[], limit: number): QuestionGroup[] {
  const groups = new Map<string, QuestionGroup>();
  for (const { sessionId, question, at } of asked) {
    const key = normalised(question);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { question, count: 1, lastAskedAt: at, sessionId });
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count).slice(0, limit);
}

function normalised(question: string): string {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  // Without a letter or a digit, what is left to tell questions apart is all of it.
  return words === '' ? question.trim() : words;
}
