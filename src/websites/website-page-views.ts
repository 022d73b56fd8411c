import { AppError } from '../core/errors.ts';
import type { HeadingPath, StoredWebsiteSource, WebsitePage } from './records/website-source.ts';
import { blocksOf, keptText, type LeftOutWhy } from './rules/boilerplate.ts';
import { choiceAgainst } from './rules/choices.ts';
import type { SkipReason } from './rules/skip-reasons.ts';
import { isChosen, patternOfPage, patternOfSection, sectionOf } from './rules/page-rules.ts';
import { pageStateOf, type PageState } from './rules/page-states.ts';
import type { DocumentSection, Ports } from '../ports.ts';
import type { DifferencePiece } from './text-difference.ts';
import { isAboutReason, leftOutByReason, type LeftOutReason } from './left-out-pages.ts';
import { blocksOfPage, leftOutRules } from './website-documents.ts';
import { pageIdOf, type PageTexts, type WebsitePages } from './website-pages.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { WebsiteRecord, WebsiteRecords } from './website-records.ts';
import { hasPublication } from './website-sources.ts';

interface ListedPage extends Pick<
  WebsitePage,
  'url' | 'title' | 'words' | 'isFile' | 'language' | 'reason' | 'pageDate' | 'readAt' | 'goneSince'
> {
  id: string;
  section: string;
  /** The pattern of a rule for only this page. */
  pattern: string;
  state: PageState;
  /** Whether the rules include it. */
  isChosen: boolean;
  /** Of a duplicate: the page that is read instead; its title is empty if it is not stored. */
  insteadOf?: { url: string; title: string };
  change?: { kind: 'changed' | 'new' | 'gone'; at: string };
}

/** The pages with the same first path segment, without those that the site leaves out. */
interface PageSection {
  section: string;
  /** The pattern of a rule for all of them; absent for top-level pages. */
  pattern?: string;
  pages: number;
  chosen: number;
  words: number;
}

interface PageQuery {
  state?: PageState | undefined;
  section?: string | undefined;
  /** Words in the title, the URL, or the reason why it is left out. */
  text?: string | undefined;
  /** Only pages that are left out for another reason than a rule, or only the others. */
  isLeftOut?: boolean | undefined;
  reason?: SkipReason | undefined;
  /** Only pages that were changed, new or gone in the latest reading. */
  isChanged?: boolean | undefined;
  limit: number;
  /** The id of the last item of the previous list page. */
  after?: string | undefined;
}

interface PageList {
  sections: readonly PageSection[];
  pages: readonly ListedPage[];
  /** All left-out pages by reason; with a text, those that match it. */
  leftOut: readonly LeftOutReason[];
  nextCursor?: string;
}

/** A page in detail, with the sections for the assistant. */
interface PageView {
  page: ListedPage;
  sections: readonly (DocumentSection & { blocks: readonly { hash: string; markdown: string }[] })[];
  leftOut: {
    /** The parts that were not read, in words, such as `pictures (3)`. */
    parts: readonly string[];
    headings: readonly HeadingPath[];
    /** `most-pages`: the text is given once, in a separate document or on the start page. */
    blocks: readonly { hash: string; markdown: string; why: LeftOutWhy }[];
  };
  /** The difference of the latest change. */
  difference?: readonly DifferencePiece[];
}

/** How many pages are listed until other work has its turn. */
const IN_ONE_TURN = 100;

type Dependencies = Pick<Ports, 'clock' | 'documentSections'> & {
  records: Pick<WebsiteRecords, 'find' | 'change'>;
  pages: WebsitePages;
  reading: Pick<Jobs, 'interrupt'>;
};

/**
 * The pages of a website. Methods throw `source-not-found` and `not-found` for a missing website or page.
 */
export function websitePageViews(dependencies: Dependencies) {
  const { clock, records, pages, reading, documentSections } = dependencies;

  async function requireSource(id: string): Promise<WebsiteRecord> {
    const record = await records.find(id);
    if (!record) throw new AppError('source-not-found');
    return record;
  }

  async function requirePage(sourceId: string, pageId: string): Promise<WebsitePage> {
    const page = await pages.find(sourceId, pageId);
    if (!page) throw new AppError('not-found');
    return page;
  }

  async function view(sourceId: string, pageId: string): Promise<PageView> {
    const { value } = await requireSource(sourceId);
    const page = await requirePage(sourceId, pageId);
    const texts = page.text === undefined ? undefined : await pages.text(sourceId, pageId);
    const text = texts?.markdown;
    const { leftOutHeadings = [] } = page;
    const blocks = blocksOfPage(page, text ?? '', leftOutRules(value));
    const body = keptText(blocks);
    const document = { name: page.title || page.url, markdown: body };
    const [sections = []] = body === '' ? [] : await documentSections([document]);
    const difference = await differenceOf(page, texts);
    const other =
      page.insteadOf === undefined ? undefined : await pages.find(sourceId, pageIdOf(page.insteadOf));
    return {
      page: listedPage(page, value, other?.title),
      sections: sections.map((section) => ({
        ...section,
        blocks: blocksOf(section.markdown).map(({ hash, text: markdown }) => ({ hash, markdown })),
      })),
      leftOut: {
        parts: page.skippedParts ?? [],
        headings: leftOutHeadings,
        blocks: blocks.flatMap(({ hash, text: markdown, why }) =>
          why === undefined ? [] : [{ hash, markdown, why }],
        ),
      },
      ...(difference && { difference }),
    };
  }

  async function differenceOf(
    { change }: WebsitePage,
    texts: PageTexts | undefined,
  ): Promise<readonly DifferencePiece[] | undefined> {
    if (!change || !texts) return undefined;
    const { markdown: text, before } = texts;
    if (change.kind === 'new') return [{ kind: 'added', text }];
    if (change.kind === 'gone') return [{ kind: 'removed', text }];
    if (before === undefined) return undefined;
    const { textDifference } = await import('./text-difference.ts');
    return textDifference(before, text);
  }

  return {
    view,

    async list(sourceId: string, query: PageQuery): Promise<PageList> {
      const { value } = await requireSource(sourceId);
      const stored = await pages.all(sourceId);
      const titleOf = (url = '') => stored.get(url)?.page.title;
      const listed: ListedPage[] = [];
      for (const { page } of stored.values()) {
        listed.push(listedPage(page, value, titleOf(page.insteadOf)));
        if (listed.length % IN_ONE_TURN === 0) await clock.sleep(0);
      }
      const all = sorted(listed);
      const { text } = query;
      const leftOut = all.filter((page) => isLeftOut(page) && (text === undefined || contains(page, text)));
      const found = all.filter((page) => isWanted(page, query, value));
      const from = query.after === undefined ? 0 : found.findIndex(({ id }) => id === query.after) + 1;
      const shown = found.slice(from, from + query.limit);
      const last = shown.at(-1);
      const isMore = from + shown.length < found.length;
      return {
        sections: sectionsOf(all.filter((page) => !isLeftOut(page))),
        pages: shown,
        leftOut: leftOutByReason(
          leftOut.flatMap(({ reason }) => reason ?? []),
          await pages.leftOutGroups(sourceId),
          text,
        ),
        ...(isMore && last && { nextCursor: last.id }),
      };
    },

    /** Replaces the list of headings whose sections are left out of a page. */
    async leaveOutHeadings(sourceId: string, pageId: string, headings: HeadingPath[]) {
      const { url } = await requirePage(sourceId, pageId);
      await pages.change(sourceId, url, (page = { url, title: '', words: 0 }) => {
        const { leftOutHeadings: _before, ...rest } = page;
        return headings.length === 0 ? rest : { ...rest, leftOutHeadings: headings };
      });
      await records.change(sourceId, ({ value }) => ({
        ...value,
        isUnpublished: value.isUnpublished || hasPublication(value),
      }));
      reading.interrupt(sourceId);
      return await view(sourceId, pageId);
    },
  };
}

function listedPage(page: WebsitePage, source: StoredWebsiteSource, otherTitle = ''): ListedPage {
  const { text: _text, etag: _etag, lastModified: _modified, checkedAt: _checked, ...rest } = page;
  const { leftOutHeadings: _headings, skippedParts: _parts, canonicalUrl: _url, ...stored } = rest;
  const { requestedAt: _requested, linksEndless: _links, readingRules: _rules, ...known } = stored;
  const { change, excluded, insteadOf, ...shown } = known;
  const reason = choiceAgainst(page, source) ?? excluded;
  return {
    ...shown,
    ...(reason !== undefined && { reason }),
    ...(insteadOf !== undefined && { insteadOf: { url: insteadOf, title: otherTitle } }),
    id: pageIdOf(page.url),
    section: sectionOf(page.url, source.address),
    pattern: patternOfPage(page.url, source.address),
    state: pageStateOf(page, source),
    isChosen: isChosen(page.url, source.rules),
    ...(change && { change: { kind: change.kind, at: change.at } }),
  };
}

function isWanted(page: ListedPage, query: PageQuery, source: StoredWebsiteSource): boolean {
  const { state, section, text, isChanged, reason } = query;
  if (query.isLeftOut !== undefined && query.isLeftOut !== isLeftOut(page)) return false;
  if (reason !== undefined && page.reason !== reason) return false;
  if (state !== undefined && page.state !== state) return false;
  if (section !== undefined && page.section !== section) return false;
  if (isChanged && (page.change === undefined || page.change.at < source.startedAt)) return false;
  return text === undefined || contains(page, text);
}

/** Whether a page is left out, and not because of a rule of an admin. */
const isLeftOut = ({ state, isChosen: chosen }: ListedPage): boolean => state === 'left-out' && chosen;

function contains({ title, url, reason }: ListedPage, text: string): boolean {
  const wanted = text.toLowerCase();
  if (`${title} ${url}`.toLowerCase().includes(wanted)) return true;
  return reason !== undefined && isAboutReason(reason, wanted);
}

function sectionsOf(pages: readonly ListedPage[]): PageSection[] {
  return Array.from(
    Map.groupBy(pages, ({ section }) => section),
    ([section, own]) => {
      const pattern = patternOfSection(section);
      return {
        section,
        ...(pattern !== undefined && { pattern }),
        pages: own.length,
        chosen: own.filter((page) => page.isChosen).length,
        words: own.reduce((sum, { words }) => sum + words, 0),
      };
    },
  );
}

/** Top-level pages first, then by section and URL; numbers in their order. */
function sorted(pages: readonly ListedPage[]): ListedPage[] {
  const keyOf = ({ section, url }: ListedPage) =>
    `${section} ${url}`.replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'));
  return pages
    .map((page) => ({ page, key: keyOf(page) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ page }) => page);
}
