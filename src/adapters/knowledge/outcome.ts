import type { RankedSection, Ranking } from './section-search.ts';

/**
 * What the evidence for a question allows. `sure`: one section answers it. `unclear`: several fit equally,
 * because the question says too little. `unsure`: sections that may help. `nothing`: the documents are
 * about other things.
 */
export type Outcome =
  | { kind: 'sure'; section: RankedSection }
  | { kind: 'unclear' | 'unsure'; sections: readonly RankedSection[] }
  | { kind: 'nothing' };

/** The minimum fit of a section that is worth showing. */
const SHOWN_FIT = 0.25;
/** The share of the content words that the documents must know: else the question is about other things. */
const KNOWN_SHARE = 0.5;
/**
 * A section with at least this share of the best one's score is its rival; with more, even if it lacks a
 * word.
 */
const RIVAL_SCORE = 0.75;
const PARTIAL_RIVAL_SCORE = 0.8;
/** Sections with at least this share of the best one's score are shown beside it. */
const NEAR_SCORE = 0.3;
const MAX_MEANINGS = 4;
const MAX_SHOWN = 3;

/**
 * Decides the outcome. A section is quoted only if it is about every content word of the question and has
 * no rival, or alone has the question as its title: a word that no document has, however well the others fit,
 * is what distinguishes a near miss. A title does not say whether a section has a fact that is asked for.
 * Where a section shares concepts alone with a question, it must also have the kind of fact that is asked
 * for, or it is not even shown: "How long does delivery take?" is not about how long a text may be that is
 * sent.
 */
export function outcomeOf({ sections, content, asksForFact }: Ranking): Outcome {
  if (content.length === 0) return asksForFact ? open(sections) : { kind: 'nothing' };
  const shown = sections.filter(({ fit }) => fit >= SHOWN_FIT);
  const [best] = shown;
  const known = content.filter(({ isKnown }) => isKnown).length;
  if (!best || known < content.length * KNOWN_SHARE) return { kind: 'nothing' };
  const rivals = shown.filter(
    ({ score, about }) =>
      score >= best.score * (about.size === content.length ? RIVAL_SCORE : PARTIAL_RIVAL_SCORE),
  );
  if (best.about.size === content.length) {
    const isOnly = rivals.length === 1 && best.isSpecific;
    const isOnlyNamed = !asksForFact && best.isNamed && distinct(rivals.filter(isNamed)).length === 1;
    if (isOnly || isOnlyNamed) return { kind: 'sure', section: best };
    if (content.length === 1) return open(rivals.filter(isSpecific));
  }
  const helpful = worthShowing(shown.filter(isSpecific), best);
  return helpful.length === 0 ? { kind: 'nothing' } : { kind: 'unsure', sections: helpful };
}

/**
 * The outcome of a follow-up that has content words of its own: whether it means them together with the
 * earlier question or alone is a guess, so a section is quoted only where both lead to it, and else the best
 * of both are shown.
 */
export function outcomeOfFollowUp(together: Outcome, alone: Outcome): Outcome {
  if (together.kind === 'nothing') return alone;
  if (alone.kind === 'nothing') return together;
  const [first, second] = [sectionsIn(together), sectionsIn(alone)];
  const isSame = distinct([...first, ...second]).length === 1;
  if (isSame && together.kind === 'sure') return together;
  const both = first.flatMap((section, at) => [section, ...second.slice(at, at + 1)]);
  return {
    kind: 'unsure',
    sections: distinct([...both, ...second.slice(first.length)]).slice(0, MAX_SHOWN),
  };
}

/** Whether an outcome has room for sections that are near in meaning. */
export function mayShowMore(of: { kind: Outcome['kind']; labels?: readonly string[] }): boolean {
  return of.kind === 'unsure' && (of.labels?.length ?? 0) < MAX_SHOWN;
}

/**
 * Adds sections that are near in meaning to those that may help. No other outcome changes: how near a section
 * is does not say that it answers, nor that the documents are about the question at all.
 */
export function withNear(outcome: Outcome, near: readonly RankedSection[]): Outcome {
  if (outcome.kind !== 'unsure') return outcome;
  return { kind: 'unsure', sections: distinct([...outcome.sections, ...near]).slice(0, MAX_SHOWN) };
}

const isNamed = (section: RankedSection) => section.isNamed;
const isSpecific = (section: RankedSection) => section.isSpecific;

function sectionsIn(outcome: Exclude<Outcome, { kind: 'nothing' }>): readonly RankedSection[] {
  return outcome.kind === 'sure' ? [outcome.section] : outcome.sections;
}

/** A question that says too little: the meanings that it can have. */
function open(sections: readonly RankedSection[]): Outcome {
  const meanings = distinct(sections).slice(0, MAX_MEANINGS);
  if (meanings.length === 0) return { kind: 'nothing' };
  return { kind: meanings.length === 1 ? 'unsure' : 'unclear', sections: meanings };
}

/** The best sections; the last one gives way to a section about a word that the others are not about. */
function worthShowing(shown: readonly RankedSection[], best: RankedSection): RankedSection[] {
  const near = distinct(shown.filter(({ score }) => score >= best.score * NEAR_SCORE)).slice(0, MAX_SHOWN);
  const kept = near.slice(0, MAX_SHOWN - 1);
  const covered = new Set(near.flatMap(({ about }) => Array.from(about)));
  const other = shown.find(({ about }) => Array.from(about).some((word) => !covered.has(word)));
  return other ? [...kept, other] : near;
}

/** Sections that differ in their page or title: a long one is indexed in parts. */
function distinct(sections: readonly RankedSection[]): RankedSection[] {
  const known = new Set<string>();
  return sections.filter(({ section: { page, title } }) => {
    const key = `${page} ${title}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
