import { fold } from '../../lib/folding.ts';
import type { WeightedQuestion } from '../../ports.ts';
import type { Ranking } from './section-search.ts';
import { wordsOf } from './words.ts';

/** Words that refer to a previous message, folded: conjunctions at the start, pronouns anywhere. */
const BEGINNINGS = words(
  'and or but then also und oder aber dann auch et ou mais alors y e o pero ma allora mas en of maar dan',
);
const PRONOUNS = words(
  `it that this they them those these one das dies dieses diese davon dafur damit darauf dazu es sie ca cela celui celle
  ceci eso esto ese esa aquello lo ello questo quello cio isso isto aquilo dat dit daarvan daarvoor het die`,
);

/** The most content words of a question that refers to a previous one. */
const MAX_OWN_WORDS = 2;

/**
 * Whether a question refers to a previous one: it has no subject, or a short one with a pronoun or a
 * continuing conjunction. A subject that is in no document is a new subject.
 */
export function refersBack(question: string, { content }: Ranking): boolean {
  if (content.length === 0) return true;
  if (content.length > MAX_OWN_WORDS || content.some(({ isKnown }) => !isKnown)) return false;
  const said = wordsOf(fold(question));
  return said.some((word) => PRONOUNS.has(word)) || BEGINNINGS.has(said[0] ?? '');
}

/** First words of a sentence that continues the previous one, folded. */
const SENTENCE_BEGINNINGS = words(
  `it they this these those he she its their then also both neither otherwise afterwards
  sie er es diese dieser dieses dies dabei damit dazu danach dann auch ausserdem sonst davon ihr ihre
  esto estos estas ello ellos ellas despues ademas tambien entonces ambos
  il ils elle elles cela ceci ensuite puis aussi`,
);

/** Whether a sentence begins with a reference to the previous one. */
export function refersToBefore(sentence: string): boolean {
  return SENTENCE_BEGINNINGS.has(wordsOf(fold(sentence.slice(0, 80)))[0] ?? '');
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * The weights of the last question and the two before it. Chosen with the conversations of IBM's MTRAG (ADR
 * 14).
 */
const TURN_WEIGHTS = [1, 0.5, 0.2];

/** The last questions of a conversation, newest first, with their weights; questions are oldest first. */
export function weightedTurns(questions: readonly string[]): WeightedQuestion[] {
  return TURN_WEIGHTS.flatMap((weight, turn) => {
    const question = questions.at(-1 - turn);
    return question === undefined ? [] : [{ question, weight }];
  });
}
