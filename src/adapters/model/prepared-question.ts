import type { AnswerRequest, Clock } from '../../ports.ts';
import type { Knowledge } from '../knowledge/knowledge-base.ts';
import type { FoundSection } from '../knowledge/knowledge-search.ts';
import type { Section } from '../knowledge/markdown-sections.ts';
import { intentOf } from '../scripted/intent.ts';
import { languageOf } from '../../languages/languages.ts';
import { documentSearch, type DocumentSearch } from './document-search.ts';

/** The most sections in the basis of an answer from the whole knowledge. */
const MAX_LISTED = 5;

/** A question with the documents for its answer. */
export interface PreparedQuestion {
  request: AnswerRequest;
  /** The requested model or deployment. */
  model: string;
  today: string;
  /** The sections found for the question. */
  sections: readonly FoundSection[];
  /** The whole knowledge, if it is short enough to be included. */
  whole: readonly Section[] | undefined;
  /** The languages of the documents (ISO 639-1); empty with whole knowledge. */
  languages: readonly string[];
  /** The searches of the model, and all sections that it got. */
  search: DocumentSearch;
  isDraft: boolean;
  /** Whether the model can request an agent and search the documents. */
  mayAsk: boolean;
  maySearch: boolean;
  /** The intent of the latest message, if it is small talk or asks for a person. */
  intent: ReturnType<typeof intentOf>;
}

interface Preparation {
  knowledge: Knowledge;
  clock: Clock;
  /** The model if the request names none. */
  model: string;
  /** Knowledge up to this length, in bytes, is included whole. */
  wholeBytes: number;
  /** Counts the tokens of the questions and of the model's searches. */
  addEmbedding: (tokens: number) => void;
}

/** Searches the documents for a question. */
export async function prepareQuestion(
  request: AnswerRequest,
  { knowledge, clock, model, wholeBytes, addEmbedding }: Preparation,
): Promise<PreparedQuestion> {
  const latest = request.history.at(-1);
  const today = request.today ?? new Date(clock.now()).toISOString().slice(0, 10);
  const index = knowledge(request.knowledge);
  const questions = request.history.filter(({ role }) => role === 'visitor').map(({ content }) => content);
  const isDraft = request.purpose === 'draft';
  const whole = await index.whole(wholeBytes);
  const search = async (queries: readonly string[]) => {
    const searched = await index.search(queries, today);
    addEmbedding(searched.embeddingTokens);
    return searched;
  };
  // If the prompt has the whole knowledge, this search only determines the basis of the answer.
  const { sections, languages } = whole
    ? { sections: await index.find(questions, MAX_LISTED, today), languages: [] }
    : await search(questions);
  return {
    request,
    model: request.model ?? model,
    today,
    sections,
    whole,
    languages,
    search: documentSearch(whole ?? sections, async (query) => (await search([query])).sections),
    isDraft,
    mayAsk: !isDraft && request.handoff !== 'never',
    maySearch: !isDraft && whole === undefined,
    intent: intentOf(latest?.content ?? '', languageOf(request.locale)),
  };
}
