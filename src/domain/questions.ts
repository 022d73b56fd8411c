import { searchedText } from './unseen-characters.ts';

/** A question that the assistant could not answer. */
export interface AskedQuestion {
  sessionId: string;
  /** The visitor's message. */
  messageId: string;
  seq: number;
  question: string;
  /** When the assistant did not answer it. */
  at: string;
}

/** A question with its parsed subject. */
export interface ReadQuestion extends AskedQuestion {
  /** ISO 639-1, where its words tell it. */
  language?: string;
  /** The roots of its content words. */
  roots: readonly string[];
}

/** Questions that ask for the same; the wording is that of the newest. */
export interface QuestionGroup {
  question: string;
  count: number;
  lastAskedAt: string;
  /** The newest conversation with this question. */
  sessionId: string;
  /** Of the newest first. */
  languages: readonly string[];
  /** Newest first. */
  questions: readonly AskedQuestion[];
}

/** The questions that an added answer answers. */
export interface Answered {
  addedAt: string;
  /** Ids of visitors' messages. */
  questions: readonly string[];
}

/** The share of common weight from which two questions ask for the same. */
const SIMILAR = 0.5;
/** How many roots of a question are compared, the rarest first, so that the time is limited. */
const MAX_ROOTS = 24;

/**
 * Groups questions (newest first) that differ only in case, punctuation and spaces, or ask for the same in
 * other forms of the same words. Shared words, weighted by rarity, must weigh at least as much as the others.
 * Each joins the group whose newest question it resembles most. The most frequent group comes first, then the
 * newest. An answered question is in no group, unless it was asked again after the answer.
 */
export function groupQuestions(
  asked: readonly ReadQuestion[],
  limit: number,
  answers: readonly Answered[] = [],
): QuestionGroup[] {
  return clusters(equalQuestions(asked))
    .map((cluster) => withoutAnswered(cluster, answers))
    .flatMap((cluster) => groupOf(cluster) ?? [])
    .toSorted((one, other) => other.count - one.count || other.lastAskedAt.localeCompare(one.lastAskedAt))
    .slice(0, limit);
}

function groupOf(questions: readonly ReadQuestion[]): QuestionGroup | undefined {
  const newestFirst = questions.toSorted((one, other) => other.at.localeCompare(one.at));
  const [newest] = newestFirst;
  if (!newest) return undefined;
  const languages = new Set(newestFirst.flatMap(({ language }) => language ?? []));
  return {
    question: newest.question,
    count: newestFirst.length,
    lastAskedAt: newest.at,
    sessionId: newest.sessionId,
    languages: Array.from(languages),
    questions: newestFirst.map(({ language: _l, roots: _r, ...question }) => question),
  };
}

/** An answer to one question of a group answers all that were asked before it. */
function withoutAnswered(
  questions: readonly ReadQuestion[],
  answers: readonly Answered[],
): readonly ReadQuestion[] {
  const ids = new Set(questions.map(({ messageId }) => messageId));
  const latest = answers
    .filter((answer) => answer.questions.some((id) => ids.has(id)))
    .reduce((time, { addedAt }) => (addedAt > time ? addedAt : time), '');
  return questions.filter(({ at }) => at > latest);
}

/** Questions that differ only in case, punctuation and spaces, newest first. */
function equalQuestions(asked: readonly ReadQuestion[]): ReadQuestion[][] {
  const equal = new Map<string, ReadQuestion[]>();
  for (const question of asked) {
    const key = normalized(question.question);
    const others = equal.get(key);
    if (others) others.push(question);
    else equal.set(key, [question]);
  }
  return Array.from(equal.values());
}

function normalized(question: string): string {
  const words = searchedText(question)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  // A question without letters or digits is compared as a whole.
  return words === '' ? question.trim() : words;
}

interface Leader {
  roots: readonly string[];
  weight: number;
  numbers: string;
  members: ReadQuestion[];
}

/** Joins similar questions. A leader is compared by its roots, over those that share one. */
function clusters(equal: readonly ReadQuestion[][]): ReadQuestion[][] {
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

/** Questions about other numbers are other questions. */
function numbersOf(roots: readonly string[]): string {
  return roots
    .filter((root) => /\p{N}/u.test(root))
    .toSorted()
    .join(' ');
}

/** The weight of a root: the fewer questions have it, the more it says. */
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
