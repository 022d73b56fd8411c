/** An answer with how it came about, and the suggestions at its end. */
interface Answer {
  content: string;
  basis?: { quoted?: boolean } | undefined;
  suggestions?: readonly string[] | undefined;
}

/**
 * The words of an answer that can begin a correction: of a quote only the passage, without the sentence and
 * the title before it, and without the suggestions after it.
 */
export function correctable({ content, basis, suggestions = [] }: Answer): string {
  if (basis?.quoted !== true) return content;
  const [, , ...blocks] = content.split('\n\n');
  const passage = suggestions.length > 0 ? blocks.slice(0, -1) : blocks;
  return passage.length > 0 ? passage.join('\n\n') : content;
}

interface ReviewedAnswer {
  replyTo?: string | undefined;
  resultOf?: string | undefined;
  basis?: object | undefined;
  unanswered?: boolean | undefined;
  rating?: string | undefined;
  correction?: object | undefined;
}

/**
 * Whether an answer can be corrected: one of a model or of documents, "nothing found", and one that is to be
 * reviewed. The result of an action has no question, and a fixed phrase, such as a greeting without a model,
 * has no basis.
 */
export const isCorrectable = (answer: ReviewedAnswer): boolean =>
  answer.replyTo !== undefined &&
  answer.resultOf === undefined &&
  (answer.basis !== undefined ||
    answer.unanswered === true ||
    answer.rating === 'down' ||
    answer.correction !== undefined);
