import type { QuestionToReview } from '../../conversations/rules/answer-review.ts';
import { fold } from '../../lib/folding.ts';

/** A question with its language and its content words. */
export interface ParsedQuestion extends QuestionToReview {
  /** ISO 639-1; absent if the words do not show the language. */
  language?: string;
  /** The stems of its content words. */
  roots: readonly string[];
}

/** Questions with the same subject; `question` is the newest one. */
export interface QuestionGroup {
  question: string;
  count: number;
  lastAskedAt: string;
  /** The newest conversation with this question. */
  sessionId: string;
  /** The assistant that was asked; undefined for the default one. */
  assistantId: string | undefined;
  /** ISO 639-1, those of the newest questions first. */
  languages: readonly string[];
  /** Newest first. */
  questions: readonly QuestionToReview[];
}

/** Questions that are done with, because an answer was added or an admin dismissed them. */
export interface SettledQuestions {
  at: string;
  /** Ids of visitors' messages. */
  questions: readonly string[];
}

/** The minimum share of common weight for two similar questions. */
const SIMILAR = 0.5;
/** The maximum number of compared stems per question, the rarest ones; it bounds the time. */
const MAX_ROOTS = 24;

/**
 * Groups similar questions to the same assistant (newest first): they differ only in case, accents,
 * punctuation and spaces, or their shared stems, weighted by rarity, weigh at least as much as the others. A
 * question joins the group whose newest question is most similar. Groups are sorted by size, then by the
 * newest question. Settled questions are left out, unless there is a newer reason to look at them.
 */
export function groupQuestions(
  asked: readonly ParsedQuestion[],
  limit: number,
  settled: readonly SettledQuestions[] = [],
): QuestionGroup[] {
  const byAssistant = Map.groupBy(asked, ({ assistantId }) => assistantId);
  return [...byAssistant.values()]
    .flatMap((questions) => clusters(equalQuestions(questions)))
    .map((cluster) => withoutSettled(cluster, settled))
    .flatMap((cluster) => groupOf(cluster) ?? [])
    .toSorted((one, other) => other.count - one.count || other.lastAskedAt.localeCompare(one.lastAskedAt))
    .slice(0, limit);
}

function groupOf(questions: readonly ParsedQuestion[]): QuestionGroup | undefined {
  const newestFirst = questions.toSorted((one, other) => other.at.localeCompare(one.at));
  const [newest] = newestFirst;
  if (!newest) return undefined;
  const languages = new Set(newestFirst.flatMap(({ language }) => language ?? []));
  return {
    question: newest.question,
    count: newestFirst.length,
    lastAskedAt: newest.at,
    sessionId: newest.sessionId,
    assistantId: newest.assistantId,
    languages: Array.from(languages),
    questions: newestFirst.map(({ language: _l, roots: _r, ...question }) => question),
  };
}

/** Leaves out the questions of a group from before one of them was settled. */
function withoutSettled(
  questions: readonly ParsedQuestion[],
  settled: readonly SettledQuestions[],
): readonly ParsedQuestion[] {
  const ids = new Set(questions.map(({ messageId }) => messageId));
  const latest = settled
    .filter((one) => one.questions.some((id) => ids.has(id)))
    .reduce((time, { at }) => (at > time ? at : time), '');
  return questions.filter(({ at }) => at > latest);
}

/** Questions that differ only in case, accents, punctuation and spaces, newest first. */
function equalQuestions(asked: readonly ParsedQuestion[]): ParsedQuestion[][] {
  const equal = new Map<string, ParsedQuestion[]>();
  for (const question of asked) {
    const key = normalize(question.question);
    const others = equal.get(key);
    if (others) others.push(question);
    else equal.set(key, [question]);
  }
  return Array.from(equal.values());
}

function normalize(question: string): string {
  const words = fold(question)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  // A question without letters or digits is compared as a whole.
  return words === '' ? question.trim() : words;
}

interface Leader {
  roots: readonly string[];
  weight: number;
  numbers: string;
  members: ParsedQuestion[];
}

/** Leader clustering. A question is compared with the leaders that share a stem with it. */
function clusters(equal: readonly ParsedQuestion[][]): ParsedQuestion[][] {
  const weightOf = rarity(equal.map(([newest]) => newest?.roots ?? []));
  const leaders: Leader[] = [];
  const byRoot = new Map<string, number[]>();
  for (const members of equal) {
    const roots = rarest(members[0]?.roots ?? [], weightOf);
    const weight = roots.reduce((sum, root) => sum + weightOf(root), 0);
    const numbers = numbersOf(roots);
    const similar = mostSimilar({ roots, weight, numbers }, leaders, byRoot, weightOf);
    if (similar) {
      similar.members.push(...members);
      continue;
    }
    for (const root of roots) {
      const sharing = byRoot.get(root);
      if (sharing) sharing.push(leaders.length);
      else byRoot.set(root, [leaders.length]);
    }
    leaders.push({ roots, weight, numbers, members: [...members] });
  }
  return leaders.map(({ members }) => members);
}

function mostSimilar(
  { roots, weight, numbers }: Omit<Leader, 'members'>,
  leaders: readonly Leader[],
  byRoot: ReadonlyMap<string, readonly number[]>,
  weightOf: (root: string) => number,
): Leader | undefined {
  const shared = new Map<number, number>();
  for (const root of roots) {
    const own = weightOf(root);
    for (const leader of byRoot.get(root) ?? []) shared.set(leader, (shared.get(leader) ?? 0) + own);
  }
  let best: Leader | undefined;
  let most = SIMILAR;
  for (const [index, common] of shared) {
    const leader = leaders[index];
    if (leader?.numbers !== numbers) continue;
    const similarity = common / (weight + leader.weight - common);
    if (similarity < most || (similarity === most && best)) continue;
    [best, most] = [leader, similarity];
  }
  return best;
}

/** The numbers in a question; questions with different numbers are not similar. */
function numbersOf(roots: readonly string[]): string {
  return roots
    .filter((root) => /\p{N}/u.test(root))
    .toSorted()
    .join(' ');
}

/** Inverse document frequency: a stem in fewer questions has a larger weight. */
function rarity(questions: readonly (readonly string[])[]): (root: string) => number {
  const counts = new Map<string, number>();
  for (const root of questions.flatMap((roots) => Array.from(new Set(roots)))) {
    counts.set(root, (counts.get(root) ?? 0) + 1);
  }
  return (root) => Math.log(1 + questions.length / (counts.get(root) ?? 1));
}

function rarest(roots: readonly string[], weightOf: (root: string) => number): string[] {
  return Array.from(new Set(roots))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_ROOTS);
}
