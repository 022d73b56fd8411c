import { basisSection } from '../../domain/cited-passage.ts';
import type { BasisSection } from '../../domain/records/message.ts';
import { fuseRanks } from '../../domain/rank-fusion.ts';
import { refersBack, weightedTurns } from './follow-up.ts';
import type { FoundSection } from './index.ts';
import type { Section } from './markdown-sections.ts';
import { outcomeOf, outcomeOfFollowUp, withNear, type Outcome } from './outcome.ts';
import { passageOf } from './passage.ts';
import type { IndexedSection, Page } from './section-index.ts';
import { sectionSearch, type RankedSection, type Ranking, type SectionSearch } from './section-search.ts';

/** What the documents say to a question. */
export type Answer = {
  /** The language of the question (ISO 639-1), where its words tell it. */
  language?: string;
  /** The sections that the answer rests on, or of `nothing` those that share words; best first. */
  found: readonly BasisSection[];
} & (
  | { kind: 'sure'; section: Section; passage: string }
  | { kind: 'unclear' | 'unsure'; labels: readonly string[] }
  | { kind: 'nothing' }
);

export interface KnowledgeSearch {
  /**
   * The sections for the last of several questions, oldest first, with what it may refer to. `near`: the
   * numbers of sections that are near in meaning, nearest first; they are fused with those that share words.
   */
  find(questions: readonly string[], limit: number, near?: readonly number[]): FoundSection[];
  /** The answer to the last of several questions, oldest first; `near` adds to what may help. */
  answer(questions: readonly string[], locale?: string, near?: readonly number[]): Answer;
}

/** How many sections that share words are named where nothing answers. */
const MAX_NEAR = 3;

/** How many earlier questions a follow-up can refer to. */
const MAX_REFERENCES = 3;

/** A search over pages that do not change. */
export async function knowledgeSearch(pages: readonly Page[]): Promise<KnowledgeSearch> {
  const { sections, forms, synonyms, search } = await sectionSearch(pages);
  const labeled = labels(sections);

  /** Sections by their numbers, without evidence of words. */
  const nearSections = (near: readonly number[]): RankedSection[] =>
    near.flatMap((number) => {
      const section = sections[number];
      return section
        ? [{ section, score: 0, fit: 0, about: NO_WORDS, isSpecific: false, isNamed: false }]
        : [];
    });

  function answer(questions: readonly string[], locale?: string, near: readonly number[] = []): Answer {
    const question = questions.at(-1) ?? '';
    const chosen = labeled.get(normalized(question));
    if (chosen) {
      const found = [basisSection(chosen, 1, true)];
      return { kind: 'sure', section: chosen, passage: chosen.markdown, found };
    }
    const { ranking, outcome: byWords } = inContext(search, questions, locale);
    const outcome = withNear(byWords, nearSections(near));
    const language = ranking.language === undefined ? {} : { language: ranking.language };
    const found = foundIn(outcome, ranking);
    switch (outcome.kind) {
      case 'sure': {
        const { section } = outcome.section;
        const at = forms.findIndex((it) => it.language === section.language);
        const its = forms[at];
        const passage = its
          ? passageOf(section.markdown, ranking.words, its, synonyms[at])
          : section.markdown;
        return { kind: 'sure', section, passage, found, ...language };
      }
      case 'unclear':
      case 'unsure':
        return {
          kind: outcome.kind,
          labels: outcome.sections.map(({ section }) => labelOf(section, labeled)),
          found,
          ...language,
        };
      case 'nothing':
        return { kind: 'nothing', found, ...language };
    }
  }

  return {
    find: (questions, limit, near = []) =>
      fused(inConversation(search, questions), nearSections(near))
        .slice(0, limit)
        .map(({ section: { page: _page, language: _language, ...section }, score, fit }) => ({
          ...section,
          score,
          fit,
        })),
    answer,
  };
}

const NO_WORDS: ReadonlySet<number> = new Set();

/** The ranking by words alone, or together with one by meaning. */
function fused(byWords: readonly RankedSection[], near: readonly RankedSection[]): readonly RankedSection[] {
  if (near.length === 0) return byWords;
  const known = new Map([...near, ...byWords].map((it) => [it.section, it] as const));
  const rankings = [byWords, near].map((ranking) => ranking.map(({ section }) => section));
  return fuseRanks(rankings).flatMap(({ item, score }) => {
    const ranked = known.get(item);
    return ranked ? [{ ...ranked, score }] : [];
  });
}

function foundIn(outcome: Outcome, ranking: Ranking): Answer['found'] {
  const sections = (): readonly RankedSection[] => {
    if (outcome.kind === 'sure') return [outcome.section];
    if (outcome.kind === 'nothing') return ranking.sections.filter(({ fit }) => fit > 0).slice(0, MAX_NEAR);
    return outcome.sections;
  };
  return sections().map(({ section, fit }) => basisSection(section, fit, outcome.kind === 'sure'));
}

/**
 * The sections for a question and, with less weight, for those before it: most follow-ups leave out what they
 * are about. What was found by an earlier question alone fits only where the last one refers back.
 */
function inConversation(search: SectionSearch, questions: readonly string[]): RankedSection[] {
  const rankings = weightedTurns(questions).map((turn) => ({ ...turn, ranking: search(turn.question) }));
  const [last, ...earlier] = rankings;
  if (!last) return [];
  const refers = refersBack(last.question, last.ranking) !== 'no';
  const merged = new Map(
    last.ranking.sections.filter(({ fit }) => fit > 0).map((it) => [it.section, it] as const),
  );
  for (const { weight, ranking } of earlier) {
    for (const it of ranking.sections) {
      if (it.fit === 0) continue;
      const known = merged.get(it.section);
      const score = (known?.score ?? 0) + weight * it.score;
      const fit = Math.max(known?.fit ?? 0, refers ? it.fit : 0);
      merged.set(it.section, { ...it, score, fit });
    }
  }
  return Array.from(merged.values()).sort((a, b) => b.score - a.score);
}

/** The outcome of a question or, if it refers to what was asked before, of both together. */
function inContext(
  search: SectionSearch,
  questions: readonly string[],
  locale: string | undefined,
): { ranking: Ranking; outcome: Outcome } {
  const question = questions.at(-1) ?? '';
  const ranking = search(question, locale);
  const alone = { ranking, outcome: outcomeOf(ranking) };
  const refers = refersBack(question, ranking);
  if (refers === 'no' || (refers === 'perhaps' && alone.outcome.kind === 'sure')) return alone;
  for (const before of questions.slice(0, -1).slice(-MAX_REFERENCES).reverse()) {
    const earlier = search(before, locale);
    if (earlier.content.every(({ isKnown }) => !isKnown)) continue;
    const both = search(`${before} ${question}`, locale);
    const together = outcomeOf(both);
    if (together.kind === 'nothing') return alone;
    const hasOwnWords = ranking.content.length > 0;
    return {
      ranking: both,
      outcome: hasOwnWords ? outcomeOfFollowUp(together, alone.outcome) : together,
    };
  }
  return alone;
}

/** Sections by what a visitor sends to be shown one: its title, with its page where titles are equal. */
function labels(sections: readonly IndexedSection[]): ReadonlyMap<string, IndexedSection> {
  const byLabel = new Map<string, IndexedSection>();
  for (const section of sections) {
    for (const label of [section.title, longLabel(section)]) {
      const key = normalized(label);
      if (!byLabel.has(key)) byLabel.set(key, section);
    }
  }
  return byLabel;
}

function labelOf(section: IndexedSection, labeled: ReadonlyMap<string, IndexedSection>): string {
  const titled = labeled.get(normalized(section.title));
  return titled?.page === section.page ? section.title : longLabel(section);
}

function longLabel({ title, path }: Section): string {
  const page = path.at(-1);
  return page === undefined ? title : `${title} (${page})`;
}

/** Accents distinguish titles. */
function normalized(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').normalize('NFC').toLowerCase();
}
