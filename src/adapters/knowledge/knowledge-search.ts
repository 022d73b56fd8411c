import { basisSection } from '../../knowledge/rules/cited-passage.ts';
import type { BasisSection } from '../../conversations/records/message.ts';
import { fold } from '../../lib/folding.ts';
import { isOlder, newerFirst } from '../../knowledge/rules/newer-first.ts';
import { fuseRanks } from '../../lib/rank-fusion.ts';
import { refersBack, weightedTurns } from './follow-up.ts';
import type { Section } from './markdown-sections.ts';
import { passageOf } from './passage.ts';
import { isQuotable } from './quotable.ts';
import { yieldBetweenSteps, type Pause } from './search-queue.ts';
import type { IndexedSection, Page } from './section-index.ts';
import { sectionSearch, type RankedSection, type Ranking, type SectionSearch } from './section-search.ts';

export interface FoundSection extends Section {
  /** Relevance, without a unit; comparable within one search only. */
  score: number;
  /** The share of the question's content words that the section contains, weighted, 0 to 1. */
  fit: number;
}

/** The answer from the documents: a quoted section, and related ones. */
export interface Answer {
  /** The language of the question (ISO 639-1); undefined if it cannot be detected. */
  language?: string;
  /** Undefined if no section has the words of the question. */
  best?: QuotedSection;
  /**
   * Titles of related sections; empty if the documents do not cover the question. Each title, asked as a
   * question, finds its section.
   */
  others: readonly string[];
  /** The sections of the answer, best first; without any, the sections that share words. */
  found: readonly BasisSection[];
}

interface QuotedSection {
  section: Section;
  /** The quoted part of the section's Markdown. */
  passage: string;
}

export interface KnowledgeSearch {
  /** All sections, in order. */
  sections: readonly Section[];
  /** The languages of the documents (ISO 639-1), as far as they are known. */
  languages: readonly string[];
  /**
   * The best sections for the last question, in the context of the earlier ones; oldest first. `near` has the
   * numbers of sections that are similar in meaning, nearest first; both rankings are fused. `today` is
   * `YYYY-MM-DD`.
   */
  find(questions: readonly string[], limit: number, near?: readonly number[], today?: string): FoundSection[];
  /** The sections for a model: the best ones by their score, with the neighbors of the very best. */
  forModel(questions: readonly string[], near?: readonly number[], today?: string): FoundSection[];
  /** Answers the last question; questions are oldest first. */
  answer(questions: readonly string[], locale?: string, near?: readonly number[], today?: string): Answer;
}

/** The most sections in an answer with a quote, and in one without. */
const MAX_SHOWN = 3;
const MAX_SUGGESTED = 2;
/**
 * The least share of the content words that the documents must contain; with fewer, a question is not
 * covered. `ENOUGH_KNOWN` known words are enough in a long question.
 */
const KNOWN_SHARE = 0.34;
const ENOUGH_KNOWN = 3;

/** A search over a fixed set of pages. */
export async function knowledgeSearch(
  pages: readonly Page[],
  pause: Pause = yieldBetweenSteps(),
): Promise<KnowledgeSearch> {
  const { sections, forms, search } = await sectionSearch(pages, pause);
  await pause();
  const byTitle = Map.groupBy(sections, ({ title }) => title.toLowerCase());

  /** Sections by number, without word matches. */
  const nearSections = (near: readonly number[]): RankedSection[] =>
    near.flatMap((number) => {
      const section = sections[number];
      return section ? [{ section, ...NO_MATCH }] : [];
    });

  const ranked = (questions: readonly string[], near: readonly number[], today: string | undefined) =>
    titledFirst(
      preferNewest(fuseRankings(rankInConversation(search, questions).sections, nearSections(near)), today),
      questions.at(-1) ?? '',
    );

  /**
   * Moves the section whose title is the question to the front: an added answer counts before the section
   * that it corrects. Of several, the last one in the documents is the newest.
   */
  function titledFirst(all: readonly RankedSection[], question: string): readonly RankedSection[] {
    const asked = spoken(question);
    const titled = all.filter(({ section: { title } }) => asked !== '' && spoken(title) === asked);
    const first = titled.toSorted((a, b) => sections.indexOf(b.section) - sections.indexOf(a.section))[0];
    return first ? [first, ...all.filter((it) => it !== first)] : all;
  }

  /** The sections before and after a section on its page. */
  function neighborsOf(section: IndexedSection): IndexedSection[] {
    const at = sections.indexOf(section);
    return [sections[at - 1], sections[at + 1]].flatMap((it) => (it?.page === section.page ? it : []));
  }

  /** The title of a section, with its page's title if several pages have the same section title. */
  function labelOf({ title, path, page }: IndexedSection): string {
    const isOnly = byTitle.get(title.toLowerCase())?.every((it) => it.page === page) === true;
    const parent = path.at(-1);
    return isOnly || parent === undefined ? title : `${title} (${parent})`;
  }

  return {
    sections,
    languages: forms.flatMap(({ language }) => language ?? []),
    find: (questions, limit, near = [], today) => ranked(questions, near, today).slice(0, limit).map(found),
    forModel(questions, near = [], today) {
      const all = ranked(questions, near, today);
      const least = SCORE_SHARE * (all[0]?.score ?? 0);
      const best = all.slice(0, MAX_GIVEN).filter(({ score }, at) => at < MIN_GIVEN || score >= least);
      const given = new Map(best.map((it) => [it.section, it] as const));
      for (const neighbor of best.slice(0, WITH_NEIGHBORS).flatMap(({ section }) => neighborsOf(section))) {
        const known = given.get(neighbor) ?? all.find(({ section }) => section === neighbor);
        given.set(neighbor, known ?? { section: neighbor, ...NO_MATCH });
      }
      return Array.from(given.values(), found);
    },
    answer(questions, locale, near = [], today) {
      const ranking = rankInConversation(search, questions, locale);
      const language = ranking.language === undefined ? {} : { language: ranking.language };
      const fused = preferNewest(fuseRankings(ranking.sections, nearSections(near)), today);
      const shown = distinct(titledFirst(fused, questions.at(-1) ?? ''));
      const [best, ...others] = shown.slice(0, MAX_SHOWN);
      if (!best || !isCovered(ranking)) {
        const sharing = shown
          .slice(0, MAX_SHOWN)
          .map(({ section, fit }) => basisSection(section, fit, false));
        return { ...language, others: [], found: sharing };
      }
      const { section } = best;
      const its = forms.find((it) => it.language === section.language);
      if (!its || !isQuotable(scored(best, ranking), rivalsOf(best, ranking, today), ranking, its)) {
        const suggested = shown.slice(0, MAX_SUGGESTED);
        return {
          ...language,
          others: suggested.map((it) => labelOf(it.section)),
          found: suggested.map((it) => basisSection(it.section, it.fit, false)),
        };
      }
      const passage = passageOf(section.markdown, ranking.words, its);
      return {
        ...language,
        best: { section, passage },
        others: others.map((it) => labelOf(it.section)),
        found: [best, ...others].map((it) => basisSection(it.section, it.fit, it === best)),
      };
    },
  };
}

/**
 * How many sections a model is given: the best eight, and up to twelve if they score at least half as much as
 * the best one. The neighbors of the first three come with them.
 */
const MIN_GIVEN = 8;
const MAX_GIVEN = 12;
const SCORE_SHARE = 0.5;
const WITH_NEIGHBORS = 3;

function found({ section, score, fit }: RankedSection): FoundSection {
  const { page: _page, language: _language, ...its } = section;
  return { ...its, score, fit };
}

/** How many of the best sections are compared by date. */
const MAX_COMPARED = 30;

/** Moves the section of the newest page to the front of the compared ones. */
function preferNewest(ranked: readonly RankedSection[], today: string | undefined): readonly RankedSection[] {
  const best = ranked.slice(0, MAX_COMPARED);
  if (!best.some(({ section }) => section.date !== undefined)) return ranked;
  const dated = best.map((it) => ({ ...it, date: it.section.date }));
  return [...newerFirst(dated, today), ...ranked.slice(MAX_COMPARED)];
}

/** A section with its score by words. */
function scored(best: RankedSection, { sections }: Ranking): RankedSection {
  return sections.find(({ section }) => section === best.section) ?? best;
}

/** The sections of other pages that could be quoted instead of the best one; older ones could not. */
function rivalsOf(
  { section: { page, date } }: RankedSection,
  { sections }: Ranking,
  today: string | undefined,
): RankedSection[] {
  return sections.filter(({ section }) => section.page !== page && !isOlder(section.date, date, today));
}

/** Whether the documents cover a question. */
function isCovered({ content }: Ranking): boolean {
  const known = content.filter(({ isKnown }) => isKnown).length;
  return known > 0 && known >= Math.min(ENOUGH_KNOWN, content.length * KNOWN_SHARE);
}

/** Fuses the ranking by words with the ranking by meaning. */
function fuseRankings(
  byWords: readonly RankedSection[],
  near: readonly RankedSection[],
): readonly RankedSection[] {
  if (near.length === 0) return byWords;
  const known = new Map([...near, ...byWords].map((it) => [it.section, it] as const));
  const rankings = [byWords, near].map((ranking) => ranking.map(({ section }) => section));
  return fuseRanks(rankings).flatMap(({ item, score }) => {
    const ranked = known.get(item);
    return ranked ? [{ ...ranked, score }] : [];
  });
}

/**
 * Ranks for the last question and, with less weight, for the earlier ones, because follow-up questions often
 * omit their subject. A section that only an earlier question finds fits only if the last question refers
 * back. In that case both questions together define the subject.
 */
function rankInConversation(search: SectionSearch, questions: readonly string[], locale?: string): Ranking {
  const rankings = weightedTurns(questions).map((turn) => ({
    ...turn,
    ranking: search(turn.question, locale),
  }));
  const [last, ...earlier] = rankings;
  if (!last) return { sections: [], language: undefined, words: [], content: [] };
  const refers = refersBack(last.question, last.ranking);
  const merged = new Map(fitting(last.ranking).map((it) => [it.section, it] as const));
  for (const { weight, ranking } of earlier) {
    for (const it of fitting(ranking)) {
      const { score, fit, matched, evidence } = merged.get(it.section) ?? NO_MATCH;
      const shared = refers ? it : NO_MATCH;
      merged.set(it.section, {
        section: it.section,
        score: score + weight * it.score,
        fit: Math.max(fit, shared.fit),
        matched: matched + shared.matched,
        evidence: evidence + shared.evidence,
      });
    }
  }
  const before = refers ? earlier.map(({ ranking }) => ranking) : [];
  const { language, words, content } = last.ranking;
  return {
    sections: Array.from(merged.values()).sort((a, b) => b.score - a.score),
    language,
    words: [...words, ...before.flatMap((ranking) => ranking.words)],
    content: [...content, ...before.flatMap((ranking) => ranking.content.filter(({ isKnown }) => isKnown))],
  };
}

const NO_MATCH = { score: 0, fit: 0, matched: 0, evidence: 0 };
const fitting = ({ sections }: Ranking) => sections.filter(({ fit }) => fit > 0);

/** A text in folded words, without punctuation. */
const spoken = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** The first section of each page and title. Long sections are indexed in parts. */
function distinct(sections: readonly RankedSection[]): RankedSection[] {
  const known = new Set<string>();
  return sections.filter(({ section: { page, title } }) => {
    const key = `${page} ${title}`;
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
