/** What a question is about, for finding questions that ask for the same. */
export interface QuestionWords {
  /** ISO 639-1, where its words tell it. */
  language?: string;
  /** The roots of its content words, each once. */
  roots: readonly string[];
}

/** Reads questions in any language, in their order. */
export type ReadQuestionWords = (questions: readonly string[]) => Promise<QuestionWords[]>;
