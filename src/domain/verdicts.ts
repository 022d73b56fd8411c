import { dollars } from './cost.ts';
import { saysFact } from './facts.ts';
import { fold } from './folding.ts';
import type {
  EvaluationAnswer,
  EvaluationFigures,
  EvaluationQuestion,
  Verdict,
} from './records/evaluation.ts';

/** What the rules read of an answer. */
interface GivenAnswer {
  content: string;
  /** False where the assistant itself found nothing to answer from. */
  answered: boolean;
  requestHuman?: object | undefined;
  sources: readonly unknown[];
}

/** How models say that they have no answer, in folded form. */
const REFUSALS = [
  /\b(do not|don't|cannot|can't|could not|couldn't|am unable to|unable to) (have|know|find|answer|say|tell|help|see|provide|confirm)\b/,
  /\bno (information|details|answer)\b/,
  /\b(not|isn't|aren't) (in|part of|covered|mentioned|listed|available in) (my|the|our|these|any)\b/,
  /\bnot sure\b/,
  /\b(weiss|finde|habe|kann) (ich |es |das |dazu |leider )*(nicht|keine|nichts)\b/,
  /\bkeine (information|angabe|auskunft|antwort)/,
  /\bno (se|lo se|tengo|encuentro|dispongo|puedo)\b/,
  /\bje (ne|n') ?(sais|trouve|peux|dispose|ai)/,
];

/**
 * Whether an answer is a refusal: nothing was found, an agent was asked for, or it cites no source and says
 * that it does not know. Text that cites a source answers.
 */
export function isRefusal({ content, answered, requestHuman, sources }: GivenAnswer): boolean {
  if (!answered || requestHuman !== undefined) return true;
  const said = fold(content).replaceAll('’', "'");
  return sources.length === 0 && REFUSALS.some((refusal) => refusal.test(said));
}

/** What an answer is worth by the expected facts, without a model that judges. */
export function judged(
  { facts }: Pick<EvaluationQuestion, 'facts'>,
  answer: GivenAnswer,
): { verdict: Verdict; refused: boolean; missing: string[] } {
  const refused = isRefusal(answer);
  if (facts.length === 0) return { verdict: refused ? 'right' : 'wrong', refused, missing: [] };
  const missing = facts.filter((fact) => !saysFact(answer.content, fact)).map(({ text }) => text);
  if (missing.length === 0) return { verdict: 'right', refused, missing };
  return { verdict: refused ? 'refused' : 'wrong', refused, missing };
}

/** The figures of the answers so far. */
export function figuresOfAnswers(answers: readonly EvaluationAnswer[]): EvaluationFigures {
  const among = (verdict: Verdict) => answers.filter((answer) => answer.verdict === verdict).length;
  const sum = (of: (answer: EvaluationAnswer) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const latencies = answers
    .filter(({ verdict }) => verdict !== 'failed')
    .map(({ latencyMs }) => latencyMs)
    .toSorted((one, other) => one - other);
  return {
    answers: answers.length,
    right: among('right'),
    wrong: among('wrong'),
    refused: among('refused'),
    failed: among('failed'),
    cited: answers.filter(({ sources }) => sources.length > 0).length,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: dollars(sum(({ cost }) => cost ?? 0)),
    unpricedCalls: answers.filter(({ cost }) => cost === null).length,
    medianLatencyMs: latencies[Math.floor((latencies.length - 1) / 2)] ?? null,
  };
}

/** How an answer differs from the one of an earlier run, the most important first. */
export const CHANGES = ['worse', 'better', 'other-verdict', 'other-words', 'new', 'same'] as const;
export type Change = (typeof CHANGES)[number];

/** A judged answer beside the one that the same question got before. */
export interface ComparedAnswer {
  answer: EvaluationAnswer;
  before?: EvaluationAnswer;
  change: Change;
}

/**
 * The answers of a run beside those of an earlier one, the changed ones first, then by number. Questions are
 * the same where the visitor says the same, so a set may have been edited between the runs.
 */
export function compared(
  answers: readonly EvaluationAnswer[],
  before: readonly EvaluationAnswer[],
): ComparedAnswer[] {
  const earlier = new Map(before.map((answer) => [keyOf(answer), answer]));
  return answers
    .map((answer): ComparedAnswer => {
      const other = earlier.get(keyOf(answer));
      return { answer, ...(other && { before: other }), change: changeOf(answer, other) };
    })
    .toSorted(
      (one, other) =>
        CHANGES.indexOf(one.change) - CHANGES.indexOf(other.change) ||
        one.answer.number - other.answer.number,
    );
}

const keyOf = ({ turns }: EvaluationAnswer): string => JSON.stringify(turns);

function changeOf(answer: EvaluationAnswer, before: EvaluationAnswer | undefined): Change {
  if (!before) return 'new';
  if (answer.verdict !== before.verdict) {
    if (answer.verdict === 'right') return 'better';
    return before.verdict === 'right' ? 'worse' : 'other-verdict';
  }
  return answer.content === before.content ? 'same' : 'other-words';
}
