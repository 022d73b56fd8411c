import { basisSection } from '../../domain/cited-passage.ts';
import type { BasisSection } from '../../domain/records/message.ts';
import { newerFirst } from '../../domain/newer-first.ts';
import { fuseRanks } from '../../domain/rank-fusion.ts';
import { refersBack, weightedTurns } from './follow-up.ts';
import type { FoundSection } from './index.ts';
import type { Section } from './markdown-sections.ts';
import { passageOf } from './passage.ts';
import { yieldBetweenSteps, type Pause } from './search-queue.ts';
import type { IndexedSection, Page } from './section-index.ts';
import { sectionSearch, type RankedSection, type Ranking, type SectionSearch } from './section-search.ts';

/** The documents' answer to a question: the best section with its passage, and others that may help. */
export interface Answer {
  /** The language of the question (ISO 639-1), where its words tell it. */
  language?: string;
  /** Undefined where the documents are about other things. */
  best?: QuotedSection;
  /** The titles of further sections, each a question that finds it. */
  others: readonly string[];
  /** The sections that the answer shows, best first; where it shows none, those that share words. */
  found: readonly BasisSection[];
}

interface QuotedSection {
  section: Section;
  /** A part of its Markdown. */
  passage: string;
}

export interface KnowledgeSearch {
  /** All of them, in order. */
  sections: readonly Section[];
  /**
   * The sections for the last of several questions, oldest first, with what it may refer to. `near`: the
   * numbers of sections that are near in meaning, nearest first; they are fused with those that share words.
   */
  find(questions: readonly string[], limit: number, near?: readonly number[]): FoundSection[];
  /** The answer to the last of several questions, oldest first. */
  answer(questions: readonly string[], locale?: string, near?: readonly number[]): Answer;
}

/** How many sections an answer shows. */
const MAX_SHOWN = 3;
/**
 * The share of its content words that the documents must know: else a question is about other things. In a
 * long question, which is often a story, a small share is enough.
 */
const KNOWN_SHARE = 0.34;
const ENOUGH_KNOWN = 3;

/** A search over pages that do not change. */
export async function knowledgeSearch(
  pages: readonly Page[],
  pause: Pause = yieldBetweenSteps(),
): Promise<KnowledgeSearch> {
  const { sections, forms, search } = await sectionSearch(pages, pause);
  await pause();
  const byTitle = Map.groupBy(sections, ({ title }) => title.toLowerCase());

  /** Sections by their numbers, without evidence of words. */
  const nearSections = (near: readonly number[]): RankedSection[] =>
    near.flatMap((number) => {
      const section = sections[number];
      return section ? [{ section, score: 0, fit: 0 }] : [];
    });

  /** The title of a section, with its page where several have it. */
  function labelOf({ title, path, page }: IndexedSection): string {
    const isOnly = byTitle.get(title.toLowerCase())?.every((it) => it.page === page) === true;
    const parent = path.at(-1);
    return isOnly || parent === undefined ? title : `${title} (${parent})`;
  }

  return {
    sections,
    find: (questions, limit, near = []) =>
      newest(fused(inConversation(search, questions).sections, nearSections(near)))
        .slice(0, limit)
        .map(({ section: { page: _page, language: _language, ...section }, score, fit }) => ({
          ...section,
          score,
          fit,
        })),
    answer(questions, locale, near = []) {
      const ranking = inConversation(search, questions, locale);
      const language = ranking.language === undefined ? {} : { language: ranking.language };
      const shown = distinct(newest(fused(ranking.sections, nearSections(near))));
      const [best, ...others] = shown.slice(0, MAX_SHOWN);
      if (!best || !isCovered(ranking)) {
        const found = shown.slice(0, MAX_SHOWN).map(({ section, fit }) => basisSection(section, fit, false));
        return { ...language, others: [], found };
      }
      const { section } = best;
      const its = forms.find((it) => it.language === section.language);
      const passage = its ? passageOf(section.markdown, ranking.words, its) : section.markdown;
      return {
        ...language,
        best: { section, passage },
        others: others.map((it) => labelOf(it.section)),
        found: [best, ...others].map((it) => basisSection(it.section, it.fit, it === best)),
      };
    },
  };
}

/** How many of the best sections may compete. */
const COMPETING = 30;

/** Of sections that compete, that of the newer page first. */
function newest(ranked: readonly RankedSection[]): readonly RankedSection[] {
  const best = ranked.slice(0, COMPETING);
  if (!best.some(({ section }) => section.date !== undefined)) return ranked;
  const dated = best.map((it) => ({ ...it, date: it.section.date }));
  return [...newerFirst(dated), ...ranked.slice(COMPETING)];
}

/** Whether the documents are about what a question is about. */
function isCovered({ content }: Ranking): boolean {
  const known = content.filter(({ isKnown }) => isKnown).length;
  return known > 0 && known >= Math.min(ENOUGH_KNOWN, content.length * KNOWN_SHARE);
}

/** The ranking by words, or merged with a ranking by meaning. */
function fused(byWords: readonly RankedSection[], near: readonly RankedSection[]): readonly RankedSection[] {
  if (near.length === 0) return byWords;
  const known = new Map([...near, ...byWords].map((it) => [it.section, it] as const));
  const rankings = [byWords, near].map((ranking) => ranking.map(({ section }) => section));
  return fuseRanks(rankings).flatMap(({ item, score }) => {
    const ranked = known.get(item);
    return ranked ? [{ ...ranked, score }] : [];
  });
}

/**
 * The ranking for a question and, with less weight, for those before it: most follow-ups leave out what they
 * are about. Sections that only an earlier question found fit only if the last question refers back. Then
 * both questions together decide what they are about.
 */
function inConversation(search: SectionSearch, questions: readonly string[], locale?: string): Ranking {
  const rankings = weightedTurns(questions).map((turn) => ({
    ...turn,
    ranking: search(turn.question, locale),
  }));
  const [last, ...earlier] = rankings;
  if (!last) return { sections: [], language: undefined, words: [], content: [] };
  const refers = refersBack(last.question, last.ranking);
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
  const before = refers ? earlier.map(({ ranking }) => ranking) : [];
  const { language, words, content } = last.ranking;
  return {
    sections: Array.from(merged.values()).sort((a, b) => b.score - a.score),
    language,
    words: [...words, ...before.flatMap((ranking) => ranking.words)],
    content: [...content, ...before.flatMap((ranking) => ranking.content.filter(({ isKnown }) => isKnown))],
  };
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
