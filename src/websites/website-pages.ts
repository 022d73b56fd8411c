import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { mapLimited } from '../lib/concurrency.ts';
import { derivedId } from '../lib/ids.ts';
import { LeftOutPages, WebsitePage } from './records/website-source.ts';
import { trusted } from '../lib/fields.ts';
import { vectorKey } from '../knowledge/rules/section-vectors.ts';
import type { LeftOutGroup } from './rules/left-out-groups.ts';
import type { Ports, Version } from '../ports.ts';
import { readDocument, removeDocument, updateDocument } from '../platform/ledger-documents.ts';

/** A page with the version of its read. */
export interface PageRecord {
  page: WebsitePage;
  version: Version | 'absent';
}

/** The text of a page, and the one before its latest change. */
export interface PageTexts {
  markdown: string;
  before?: string;
}

/** A text is stored with the one before up to this length of both, in characters: a document has 2 MB. */
const MAX_BOTH = 600_000;
/** How many texts are read at the same time. */
const PARALLEL = 8;
/** How many pages are parsed until other work has its turn. */
const IN_ONE_TURN = 100;

const Stored = trusted(WebsitePage);
const Text = z.object({ hash: z.string(), markdown: z.string(), before: z.exactOptional(z.string()) });

const pagesOf = (sourceId: string) => `website-pages-${sourceId}`;
const textsOf = (sourceId: string) => `website-texts-${sourceId}`;
const leftOutOf = (sourceId: string) => `website-left-out-${sourceId}`;

const LeftOut = trusted(z.object({ groups: z.readonly(z.array(LeftOutPages)) }));

export const pageIdOf = (url: string): string => derivedId('website-page', url);

/** Stores the pages of websites, and the text of each page under the page's id. */
export function websitePages(dependencies: Pick<Ports, 'clock' | 'ledger' | 'random' | 'telemetry'>) {
  const { clock, ledger } = dependencies;
  const pageAt = (sourceId: string, id: string) => ({ kind: pagesOf(sourceId), id, schema: Stored });
  const leftOutAt = (sourceId: string) => ({ kind: leftOutOf(sourceId), id: 'groups', schema: LeftOut });
  const textAt = (sourceId: string, id: string) => ({ kind: textsOf(sourceId), id, schema: Text });

  /** The text of a page; with a hash, only the text that has it. */
  async function text(sourceId: string, pageId: string, hash?: string): Promise<PageTexts | undefined> {
    const document = textAt(sourceId, pageId);
    const isWanted = (stored: z.output<typeof Text>) => hash === undefined || stored.hash === hash;
    const near = await readDocument(ledger, document);
    if (near && isWanted(near.value)) return near.value;
    // A replica may lag behind the instance that read the page.
    const newest = await readDocument(ledger, { ...document, consistency: 'strong' });
    return newest && isWanted(newest.value) ? newest.value : undefined;
  }

  return {
    text,

    /** All pages of a website, by URL. */
    async all(sourceId: string): Promise<Map<string, PageRecord>> {
      const entries = await ledger.list(pagesOf(sourceId), 'strong');
      const pages = new Map<string, PageRecord>();
      for (const { value, version } of entries) {
        const page = Stored.parse(value);
        pages.set(page.url, { page, version });
        if (pages.size % IN_ONE_TURN === 0) await clock.sleep(0);
      }
      return pages;
    },

    find: async (sourceId: string, pageId: string): Promise<WebsitePage | undefined> =>
      (await readDocument(ledger, pageAt(sourceId, pageId)))?.value,

    /** Stores the result of `edit`; `known` skips the first read. */
    async change(
      sourceId: string,
      url: string,
      edit: (page: WebsitePage | undefined) => WebsitePage,
      known?: PageRecord,
    ): Promise<PageRecord> {
      const document = pageAt(sourceId, pageIdOf(url));
      const isKnown = known !== undefined && known.version !== 'absent';
      const { result, version } = await updateDocument(
        'website-page',
        dependencies,
        isKnown ? { ...document, known: { value: known.page, version: known.version } } : document,
        (stored) => {
          const page = edit(stored?.value);
          return { value: page, result: page };
        },
      );
      return { page: result, version };
    },

    /** Stores the text of a page, with the one before if it differs, and returns its hash. */
    async putText(sourceId: string, url: string, markdown: string): Promise<string> {
      const hash = vectorKey('', markdown);
      await updateDocument<z.output<typeof Text>, undefined>(
        'website-text',
        dependencies,
        textAt(sourceId, pageIdOf(url)),
        (stored) => {
          if (stored?.value.hash === hash) return { result: undefined };
          const isShort = markdown.length + (stored?.value.markdown.length ?? 0) <= MAX_BOTH;
          const before = stored && isShort && { before: stored.value.markdown };
          return { value: { hash, markdown, ...before }, result: undefined };
        },
      );
      return hash;
    },

    /** The texts of pages, in their order; undefined if another one or none is stored. */
    texts: (
      sourceId: string,
      given: readonly Pick<WebsitePage, 'url' | 'text'>[],
    ): Promise<(string | undefined)[]> =>
      mapLimited(
        given,
        PARALLEL,
        async ({ url, text: hash }) => (await text(sourceId, pageIdOf(url), hash))?.markdown,
      ),

    /** Deletes a page with its text. `check` is called before each deletion and may throw to stop. */
    async remove(sourceId: string, url: string, check: () => void): Promise<void> {
      await removeDocument('website-text', dependencies, textAt(sourceId, pageIdOf(url)), check);
      await removeDocument('website-page', dependencies, pageAt(sourceId, pageIdOf(url)), check);
    },

    /** The left-out pages that are not stored one by one. */
    leftOutGroups: async (sourceId: string): Promise<readonly LeftOutGroup[]> =>
      (await readDocument(ledger, leftOutAt(sourceId)))?.value.groups ?? [],

    /** Stores them, unless they are equal to those `before`. */
    async putLeftOutGroups(
      sourceId: string,
      groups: readonly LeftOutGroup[],
      before: readonly LeftOutGroup[],
    ): Promise<void> {
      if (isDeepStrictEqual(groups, before)) return;
      await updateDocument('website-left-out', dependencies, leftOutAt(sourceId), () => ({
        value: { groups },
        result: undefined,
      }));
    },

    /** The ledger kinds of a website's pages and texts, for its deletion. */
    kindsOf: (sourceId: string): string[] => [pagesOf(sourceId), textsOf(sourceId), leftOutOf(sourceId)],
  };
}

export type WebsitePages = ReturnType<typeof websitePages>;
