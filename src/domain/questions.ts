/** A question that the assistant could not answer, with its time and session. */
export interface AskedQuestion {
  sessionId: string;
  question: string;
  at: string;
}

/** Equal questions; the wording is that of the newest. */
export interface QuestionGroup {
  question: string;
  count: number;
  lastAskedAt: string;
  sessionId: string;
}

/**
 * Groups questions (newest first) that differ only in case, punctuation and spaces; the most frequent first,
 * then the newest.
 */
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
  // A question without letters or digits is compared as a whole.
  return words === '' ? question.trim() : words;
}
